import { readFileSync } from 'node:fs'

/** Hundredths of a second of all processors that are not idle, by anybody; Linux only (proc(5)). */
function busy(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = line
    .split(/ +/)
    .slice(1)
    .map(Number)
  return user + nice + system + interrupts + soft + stolen
}

/** Hundredths of a second of the processors that a process has taken. */
export function usedBy(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may contain anything but a last parenthesis.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Tells, at its end, how many processors others than these processes used meanwhile. */
export function watchOthers(pids: readonly number[]): () => number {
  const others = () => busy() - pids.reduce((sum, pid) => sum + usedBy(pid), 0)
  const [before, begun] = [others(), performance.now()]
  return () => ((others() - before) * 10) / (performance.now() - begun)
}

/** The memory that a process holds, in bytes; Linux only (proc(5)). */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
