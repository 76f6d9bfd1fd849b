import { type Setting, settings } from '../../src/server/settings.js'

/** The settings as the table in the README. */
export function settingsTable(): string {
  const rows = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const fallback = setting.default === undefined ? 'none' : `\`${setting.default}\``
    return `| \`${name}\` | ${fallback} | ${setting.meaning} | ${setting.type.expects} |`
  })
  return ['| Setting | Default | Meaning | Value |', '|---|---|---|---|', ...rows, ''].join('\n')
}
