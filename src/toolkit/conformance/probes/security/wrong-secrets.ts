import { reversed, swappedCase } from '../../secrets/secret-forms.js'

/** A secret that is none of the server's, and how it differs from a right one. */
export interface WrongSecret {
  readonly what: string
  readonly secret: string
  /** True if every operation is tried with it, not only the first one of its kind. */
  readonly isBasic?: boolean
}

/** Names that a server finds in an object which it uses as a table, and words for nothing. */
const WORDS = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'undefined', 'null', 'true', '0'],
  ...['[object Object]', '*', "' OR '1'='1"],
]

/** Secrets near a right one, and those that fool a bad comparison. */
export function wrongSecrets(secret: string): readonly WrongSecret[] {
  const [first, last] = [secret.slice(0, 1), secret.slice(-1)]
  const near: WrongSecret[] = [
    { what: 'another last character', secret: secret.slice(0, -1) + other(last), isBasic: true },
    { what: 'no last character', secret: secret.slice(0, -1), isBasic: true },
    { what: 'another first character', secret: other(first) + secret.slice(1) },
    { what: 'one more character', secret: `${secret}x` },
    { what: 'one more character before it', secret: `x${secret}` },
    { what: 'the case of its letters swapped', secret: swappedCase(secret) },
    {
      what: 'its first character percent-encoded',
      secret: percentEncoded(first) + secret.slice(1),
    },
    { what: 'its base64', secret: Buffer.from(secret).toString('base64') },
    { what: 'its characters in another order', secret: reversed(secret) },
    ...tokensWithoutSignature(secret),
    ...WORDS.map((word) => ({ what: `the text ${word}`, secret: word })),
  ]
  return near.filter((each) => each.secret !== secret && each.secret !== '')
}

function other(character: string): string {
  return character === 'a' ? 'b' : 'a'
}

function percentEncoded(character: string): string {
  return `%${Buffer.from(character).toString('hex').toUpperCase()}`
}

/** A JSON Web Token that nobody has signed (RFC 8725, section 2.1), with the claims of a right one if it has some. */
function tokensWithoutSignature(secret: string): WrongSecret[] {
  const [, payload] = /^eyJ[\w-]+\.([\w-]+)\.[\w-]+$/.exec(secret) ?? []
  const header = Buffer.from('{"alg":"none"}').toString('base64url')
  const claims = payload ?? Buffer.from('{"sub":"admin"}').toString('base64url')
  const unsigned = { what: 'a JWT of the algorithm none', secret: `${header}.${claims}.` }
  if (payload === undefined) return [unsigned]
  return [
    unsigned,
    { what: 'the JWT without its signature', secret: secret.slice(0, secret.lastIndexOf('.') + 1) },
  ]
}
