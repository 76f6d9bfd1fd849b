/** The values of metrics of a server, without labels, by name. */
export async function metricsAt(adminPort: number): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  return (name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}
