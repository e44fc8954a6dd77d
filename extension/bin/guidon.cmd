@echo off
setlocal
rem The command guidon in the terminals of the editor. GUIDON_NODE is set there, but some programs pass on only a few variables.
set "node=%GUIDON_NODE%"
if not defined node set "node=%~dp0..\..\node\bin\node.exe"
if not exist "%node%" set "node=node"
"%node%" "%~dp0..\guidon.js" %*
