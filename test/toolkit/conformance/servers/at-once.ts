/** Runs something for each of a list, some at a time; the results are in its order. */
export async function someAtOnce<T, R>(
  list: readonly T[],
  width: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await run(list[at] as T)
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}
