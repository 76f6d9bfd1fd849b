/** True for a text that is as another one says, in which … is anything. */
export function fits(text: string, wanted: string): boolean {
  const parts = wanted.split('…').map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text)
}
