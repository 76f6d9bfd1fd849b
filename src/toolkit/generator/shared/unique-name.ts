/** The first of `wanted`, `wanted_2`, `wanted_3`, ... that is free. */
export function uniqueName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let n = 2; isTaken(name); n++) name = `${wanted}_${n}`
  return name
}
