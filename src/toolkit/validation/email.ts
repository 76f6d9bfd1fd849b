/** RFC 5321, section 4.1.2: `Local-part`, without the `@`. */
const DOT_STRING = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

export type StringCheck = (text: string) => boolean

/** `email`: a mailbox of RFC 5321; a domain has a dot. */
export function emailCheck(ipv4: StringCheck, ipv6: StringCheck): StringCheck {
  return (text) => {
    const at = text.lastIndexOf('@')
    const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
    if (!DOT_STRING.test(local) && !QUOTED_STRING.test(local)) return false
    if (!domain.startsWith('[') || !domain.endsWith(']')) return DOMAIN.test(domain)
    const address = domain.slice(1, -1)
    return /^ipv6:/i.test(address) ? ipv6(address.slice('ipv6:'.length)) : ipv4(address)
  }
}
