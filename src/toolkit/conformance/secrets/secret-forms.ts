/** A secret, a part of it or another spelling of one, and what stands for it. */
export interface SecretForm {
  readonly text: string
  /** In files: `TOKEN_START`. */
  readonly variable: string
  /** In a shell, within double quotes: `${TOKEN%?}`. */
  readonly shell: string
}

/** A part of a secret, and how a shell gets it: by expansions of its variable, one after the other, and commands. */
interface SecretPart {
  readonly suffix: string
  readonly text: string
  readonly expansions: readonly string[]
  readonly commands: readonly string[]
}

/** Shortest secret of which parts are hidden, too: those of shorter ones are words. */
export const SHORTEST = 4

/** A secret, what wrong credentials are made of, and how queries and JSON spell them. */
export function formsOf(secret: string, variable: string): SecretForm[] {
  const password = passwordOf(secret)
  const all = [
    ...partsOf(secret),
    ...(password === undefined ? [] : partsOf(password).map(ofPassword)),
  ]
  return all.flatMap(spellingsOf).map((part) => ({
    text: part.text,
    variable: variable + part.suffix,
    shell: shellOf(variable, part),
  }))
}

export function userForm(secret: string, variable: string): SecretForm | undefined {
  const [text = ''] = secret.split(':')
  if (text === '' || text === secret) return undefined
  return { text, variable: `${variable}_USER`, shell: `\${${variable}%%:*}` }
}

function passwordOf(secret: string): string | undefined {
  return secret.includes(':') ? secret.slice(secret.indexOf(':') + 1) : undefined
}

function partsOf(secret: string): SecretPart[] {
  const part = (suffix: string, text: string, expansion?: string, ...commands: string[]) => {
    return { suffix, text, expansions: expansion === undefined ? [] : [expansion], commands }
  }
  const whole = part('', secret)
  if (secret.length < SHORTEST) return [whole]
  const [, unsigned, payload] = /^(eyJ[\w-]+\.([\w-]+))\.[\w-]+$/.exec(secret) ?? []
  return [
    whole,
    part('_SWAPPED', swappedCase(secret), undefined, 'tr A-Za-z a-zA-Z'),
    part('_BASE64', Buffer.from(secret).toString('base64'), undefined, BASE64),
    part('_REVERSED', reversed(secret), undefined, 'rev'),
    part('_START', secret.slice(0, -1), '%?'),
    part('_END', secret.slice(1), '#?'),
    ...(unsigned === undefined || payload === undefined
      ? []
      : [part('_UNSIGNED', unsigned, '%.*'), part('_CLAIMS', payload, undefined, 'cut -d. -f2')]),
  ]
}

/** A secret with small letters in place of capital ones, and the other way round. */
export function swappedCase(secret: string): string {
  return secret.replace(/[A-Za-z]/g, (each) =>
    each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase(),
  )
}

export function reversed(secret: string): string {
  return [...secret].reverse().join('')
}

function ofPassword({ suffix, expansions, ...rest }: SecretPart): SecretPart {
  return { ...rest, suffix: `_PASSWORD${suffix}`, expansions: ['#*:', ...expansions] }
}

/** GNU's base64 breaks lines, others do not. */
const BASE64 = String.raw`base64 | tr -d '\n'`

/** Each byte as `%xx`, and characters with a backslash before them where JSON has one. */
const [ENCODE, ESCAPE] = [
  String.raw`od -An -v -tx1 | tr -d '\n' | tr ' ' %`,
  String.raw`sed 's/[\\"]/\\&/g'`,
]

function spellingsOf(part: SecretPart): SecretPart[] {
  const spelt = (suffix: string, text: string, command: string): SecretPart[] => {
    if (text === part.text) return []
    return [{ ...part, suffix: part.suffix + suffix, text, commands: [...part.commands, command] }]
  }
  return [
    part,
    ...spelt('_ENCODED', encodeURIComponent(part.text), ENCODE),
    ...spelt('_JSON', JSON.stringify(part.text).slice(1, -1), ESCAPE),
  ]
}

function shellOf(variable: string, { expansions, commands }: SecretPart): string {
  const [first, second] = expansions
  const value = first === undefined ? `$${variable}` : `\${${variable}${first}}`
  if (second === undefined && commands.length === 0) return value
  const printed =
    second === undefined ? `printf %s "${value}"` : `P=${value}; printf %s "\${P${second}}"`
  return `$(${[printed, ...commands].join(' | ')})`
}
