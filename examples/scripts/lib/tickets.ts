export interface Ticket {
  id: string;
  title: string;
  priority: "low" | "medium" | "high";
}

const URGENCY = ["high", "medium", "low"] as const;

export function countByPriority(tickets: Ticket[]): Record<Ticket["priority"], number> {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { priority } of tickets) counts[priority] += 1;
  return counts;
}

/** Highest priority first; of the same priority, the oldest first. */
export function mostUrgent(tickets: Ticket[], limit: number): { id: string; title: string }[] {
  return tickets
    .toSorted((a, b) => URGENCY.indexOf(a.priority) - URGENCY.indexOf(b.priority))
    .slice(0, limit)
    .map(({ id, title }) => ({ id, title }));
}
