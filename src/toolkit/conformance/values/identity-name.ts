/** Names of members by which services tell things apart. */
const IDENTITY =
  /^(id|uuid|guid|key|code|slug|sku|isbn|number|email|username|login|handle)$|(_id|Id|ID)$/

/** True if a member of this name tells one thing from another. */
export function isIdentityName(name: string): boolean {
  return IDENTITY.test(name)
}
