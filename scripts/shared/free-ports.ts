import { createServer } from 'node:net'

/** Ports of this machine that nobody uses now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(
    servers.map((each) => new Promise((resolve) => each.once('listening', resolve))),
  )
  const ports = servers.map((each) => (each.address() as { port: number }).port)
  await Promise.all(servers.map((each) => new Promise((resolve) => each.close(resolve))))
  return ports
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port as number
}
