import { refuseFormats } from '../../generator/model/typed-formats.js'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { CommandError } from '../arguments/arguments.js'
import { seeHelp } from '../arguments/suggestions.js'

/** Types by formats; the files of own codecs are relative to the working directory. */
export type Formats = Readonly<Record<string, string>>

/** The values of `--format`: `date-time=Date,uuid=brand`. @throws {CommandError} for what is none. */
export function formatsOf(values: readonly string[], command: string): Formats {
  const pairs = values.flatMap((value) => value.split(',').map((each) => each.trim()))
  const formats: Record<string, string> = {}
  for (const pair of pairs) {
    const [, name, type] = /^([^=\s]+)\s*=\s*(\S+)$/.exec(pair) ?? []
    const problem =
      name === undefined || type === undefined
        ? `${pair}: name a format and its type, as date-time=Date`
        : Object.hasOwn(formats, name) && formats[name] !== type
          ? `${name}=${type}: ${name} has the type ${formats[name]} already`
          : refuseFormats({ [name]: type })
    if (problem !== undefined) throw new CommandError(`--format ${problem}; ${seeHelp(command)}`)
    Object.defineProperty(formats, name as string, { value: type, enumerable: true })
  }
  return formats
}

/** One value of `--format` with its files changed. */
export function withFile(value: string, change: (file: string) => string): string {
  return value.replace(/(?<=[=])\.{1,2}\/[^#,]*(?=#)/g, change)
}

/** The same types with module specifiers for code in a folder. */
export function formatsIn(folder: string, formats: Formats): Formats {
  const typed = Object.entries(formats).map(([name, type]) => {
    const [, change] = withFile(`=${type}`, (file) => importSpecifier(folder, file)).split(/^=/)
    return [name, change as string] as const
  })
  return Object.fromEntries(typed)
}
