/**
 * The line with so many characters: its pointer is cut, which the place before it stands for, then what is wrong, and
 * never what to do.
 */
export function withinWidth(line: string, width: number): string {
  const [, place = '', pointer = '', rest = ''] = /^(\S+:\d+:\d+ )(#\S*)(.*)$/.exec(line) ?? []
  const room = Math.max(width - place.length - rest.length, SHORTEST)
  const isLong = line.length > width && pointer.length > room
  const short = isLong ? `${place}…${pointer.slice(1 - room)}${rest}` : line
  if (short.length <= width) return short
  const remedy = place === '' ? '' : short.slice(short.lastIndexOf('; '))
  const least = place.length + SHORTEST
  return `${short.slice(0, Math.max(width - remedy.length - 1, least))}…${remedy}`
}

/** Characters of a pointer that are left: its last member. */
const SHORTEST = 12
