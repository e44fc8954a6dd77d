export declare function whyNoVsCode(platform?: string, arch?: string, musl?: boolean): string | undefined;
export declare function vscodeFolder(): string;
export declare function vscodeHost(folder?: string): { node: string; server: string };
export declare function fetchVsCode(npm: string | undefined): Promise<void>;
