/**
 * A function that is asked again and again about the same things, also in later runs: what it says of
 * one is remembered for as long as that is there.
 */
export function remembered<About extends object, Said>(
  say: (about: About) => Said,
): (about: About) => Said {
  const known = new WeakMap<About, { readonly said: Said }>()
  return (about) => {
    const before = known.get(about)
    if (before !== undefined) return before.said
    const said = say(about)
    known.set(about, { said })
    return said
  }
}
