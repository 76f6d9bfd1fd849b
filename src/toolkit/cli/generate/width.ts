/** The line with so many characters: first its pointer is cut, which the place before it stands for. */
export function withinWidth(line: string, width: number): string {
  const [, place = '', pointer = '', rest = ''] = /^(\S+:\d+:\d+ )(#\S*)(.*)$/.exec(line) ?? []
  const room = Math.max(width - place.length - rest.length, SHORTEST)
  const isLong = line.length > width && pointer.length > room
  const short = isLong ? `${place}…${pointer.slice(1 - room)}${rest}` : line
  return short.length > width ? `${short.slice(0, width - 1)}…` : short
}

/** Characters of a pointer that are left: its last member. */
const SHORTEST = 12
