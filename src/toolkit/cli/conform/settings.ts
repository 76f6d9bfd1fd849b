import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { Ajv, type ErrorObject } from 'ajv'
import { load } from 'js-yaml'
import type { ConformOptions } from '../../conformance/conform-options.js'
import type { GivenCredentials } from '../../conformance/requests/given-credentials.js'
import type { CredentialSources } from '../../conformance/requests/secret-source.js'
import { isObject } from '../../openapi/json.js'
import { onDemand } from '../../shared/memoize.js'
import { CommandError } from '../arguments/arguments.js'

/** A command line that prints a secret. */
interface CommandForSecret {
  readonly run: string
}

/** What a file of settings holds; {@link ConformOptions} says what each member means. */
interface Settings
  extends Pick<ConformOptions, 'identities' | 'forbidden' | 'readOnly' | 'owners'> {
  readonly security?: Readonly<Record<string, GivenCredentials[string] | CommandForSecret>>
  /** Command lines. */
  readonly setup?: string
  readonly teardown?: string
}

type SettingsOptions = Pick<
  ConformOptions,
  'security' | 'identities' | 'forbidden' | 'readOnly' | 'owners' | 'setup' | 'teardown'
>

const TEXT = { type: 'string' }
const FLAG = { type: 'boolean' }
const CREDENTIAL = {
  type: 'object',
  properties: { token: TEXT, user: TEXT, scopes: { type: 'array', items: TEXT } },
  required: ['token'],
  additionalProperties: false,
}
const SCHEMA = {
  type: 'object',
  properties: {
    security: {
      type: 'object',
      additionalProperties: {
        type: ['string', 'array', 'object'],
        items: CREDENTIAL,
        properties: { run: TEXT },
        required: ['run'],
        additionalProperties: false,
      },
    },
    identities: { type: 'object' },
    forbidden: { type: 'array', items: TEXT },
    readOnly: FLAG,
    owners: FLAG,
    setup: TEXT,
    teardown: TEXT,
  } satisfies Record<keyof Settings, object>,
  additionalProperties: false,
}

/**
 * Options of a run, from a file in JSON or YAML. `$NAME` in place of a secret is the value of a variable of the
 * environment.
 *
 * @throws {CommandError} for a file that is no such file, and for a variable that is not set.
 */
export async function readSettings(file: string): Promise<SettingsOptions> {
  const settings = await parsed(file)
  const { security = {}, setup, teardown, ...rest } = settings
  return {
    ...rest,
    security: Object.fromEntries(
      Object.entries(security).map(([name, given]): [string, CredentialSources[string]] => {
        if (typeof given === 'string') return [name, secretOf(given, file)]
        if ('run' in given) return [name, () => runForSecret(given.run)]
        return [name, given.map((each) => ({ ...each, token: secretOf(each.token, file) }))]
      }),
    ),
    ...(setup !== undefined && { setup: () => runHook('setup', setup) }),
    ...(teardown !== undefined && {
      teardown: async () => void (await runHook('teardown', teardown)),
    }),
  }
}

/** Without a check of the schema itself, whose meta-schema takes longer to compile. */
const validator = onDemand(() =>
  new Ajv({ allowUnionTypes: true, validateSchema: false }).compile<Settings>(SCHEMA),
)

async function parsed(file: string): Promise<Settings> {
  const settings = await parsedText(file)
  const validate = validator()
  if (validate(settings)) return settings
  const [error] = validate.errors as [ErrorObject]
  throw new CommandError(`${file}: ${sentenceOf(error)}`)
}

async function parsedText(file: string): Promise<unknown> {
  try {
    return load(await readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === undefined ? message.split('\n', 1)[0] : `cannot be read (${code}); correct its name`
    throw new CommandError(`${file}: ${why}`)
  }
}

const SECRETS = '; give a secret, { run } or a list of { token, user, scopes }'

function sentenceOf({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath.slice(1) || 'the file'
  const { additionalProperty: name } = params
  const remedy = instancePath.startsWith('/security/') ? SECRETS : ''
  if (name === undefined) return `${place} ${message}${remedy}`
  const known = instancePath === '' ? SCHEMA.properties : CREDENTIAL.properties
  return `${place} has ${name}; there are only ${Object.keys(known).join(', ')}`
}

function secretOf(text: string, file: string): string {
  const [, name] = /^\$\{?(\w+)\}?$/.exec(text) ?? []
  if (name === undefined) return text
  const value = process.env[name]
  if (value) return value
  throw new CommandError(`${file}: the variable ${name} of the environment is not set`)
}

/**
 * Runs a command line in the user's shell, as npm scripts are run. Returns the object of JSON that it prints, or
 * nothing.
 *
 * @throws {CommandError} if it fails.
 */
async function runHook(name: string, line: string): Promise<object | undefined> {
  return objectIn(await runForText(name, line))
}

/** @throws {CommandError} if it fails, or prints nothing: the server would refuse that. */
async function runForSecret(line: string): Promise<string> {
  const secret = await runForText('the command for a secret', line)
  if (secret !== '') return secret
  throw new CommandError(`the command for a secret has printed nothing: ${line}`)
}

/** The same, for what it prints, without white space around it. @throws {CommandError} if it fails. */
async function runForText(name: string, line: string): Promise<string> {
  const child = spawn(line, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code === 0) return printed.trim()
  throw new CommandError(`${name} has failed (${signal ?? `exit code ${code}`}): ${line}`)
}

function objectIn(printed: string): object | undefined {
  try {
    const value: unknown = JSON.parse(printed)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
