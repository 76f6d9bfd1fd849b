import { join } from 'node:path'
import process from 'node:process'
import type { Test } from 'tap'

/** Replaces npm by a script, which has `folder` and the packages `wanted`. */
export function npm(t: Test, script: string): string {
  const folder = t.testdir({
    'npm.mjs': `
      import fs from 'node:fs'
      const folder = process.argv[process.argv.indexOf('--prefix') + 1]
      const wanted = process.argv.filter((each) => /.@/.test(each))
      ${script}`,
  })
  const before = process.env
  t.teardown(() => {
    process.env = before
  })
  process.env = { ...before, npm_execpath: join(folder, 'npm.mjs') }
  return join(folder, 'cache')
}

/** Installs the wanted packages with this code, by name. */
export const installs = (codes: Readonly<Record<string, string>>) => `
  const codes = ${JSON.stringify(codes)}
  for (const each of wanted) {
    const [, name, version] = /^(.+)@(.+)$/.exec(each)
    const target = folder + '/node_modules/' + name
    fs.mkdirSync(target, { recursive: true })
    fs.writeFileSync(target + '/package.json', JSON.stringify({ name, version, main: 'index.js' }))
    fs.writeFileSync(target + '/index.js', codes[name])
  }`

/** Installs the wanted packages with one file each. */
export const works = `
  for (const each of wanted) {
    const [, name, version] = /^(.+)@(.+)$/.exec(each)
    const target = folder + '/node_modules/' + name
    fs.mkdirSync(target + '/data', { recursive: true })
    fs.writeFileSync(target + '/package.json', JSON.stringify({ name, version }))
    fs.writeFileSync(target + '/data/a.json', JSON.stringify({ version }))
  }`

/** The error of npm without a network. */
export const fails = `
  console.error('npm error code ENOTFOUND')
  process.exit(1)`
