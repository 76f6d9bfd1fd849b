/** Members by which changes say what they are changes of. */
const VERSION = /^(?:lock_?|row_?)?(?:version|revision|rev)$/i

export const isVersionName = (name: string) => VERSION.test(name)

const PLACE =
  /^(?:position|index|rank(?:ing)?|ordinal|(?:sort|display)_?(?:order|index)|order(?:_?(?:index|no|number))?|seq(?:uence)?(?:_?(?:no|number))?)$/i

/** True for what requests about others change, too: a version, and where a thing stands among others. */
export const isShifting = (name: string) => isVersionName(name) || PLACE.test(name)
