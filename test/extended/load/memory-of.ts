import { readFileSync } from 'node:fs'

/** The memory that a process holds, in bytes; Linux only (proc(5)). */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
