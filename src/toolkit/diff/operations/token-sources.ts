import type { DescribedSecurityScheme, TokenSource } from '../../conformance/document/contract.js'
import type { BreakingEffect, Effect } from '../change.js'
import type { Comparing } from './operation-effects.js'

/** Changes of where clients get the tokens of a security scheme, and of what they may ask for. */
export function tokenSourceEffects(
  comparing: Comparing,
  old: DescribedSecurityScheme,
  kept: DescribedSecurityScheme,
): Effect[] {
  const places = {
    old: comparing.old.place(old.pointer),
    new: comparing.new.place(kept.pointer),
  }
  const broken = (old.sources ?? []).flatMap((source) => {
    const same = kept.sources?.find(({ flow }) => flow === source.flow)
    return same === undefined ? [removed(source)] : changed(source, same)
  })
  return broken.map((each) => ({ ...each, severity: 'breaking', ...places }))
}

function removed({ flow, urls }: TokenSource): BreakingEffect {
  const [address] = Object.values(urls)
  return {
    rule: 'security-flow-removed',
    who: `clients that get their tokens by ${flow}`,
    text: `${flow} is removed`,
    witness: { value: { request: address } },
  }
}

function changed({ flow, urls, scopes }: TokenSource, kept: TokenSource): BreakingEffect[] {
  const moved = Object.entries(urls).filter(([name, url]) => kept.urls[name] !== url)
  const gone = scopes.filter((each) => !kept.scopes.includes(each))
  return [
    ...moved.map(([name, url]) => ({
      rule: 'security-url-changed',
      who: `clients that call it there`,
      text: `${name} of ${flow} ${url} → ${kept.urls[name] ?? 'none'}`,
      witness: { value: { request: url } },
    })),
    ...gone.map((scope) => ({
      rule: 'security-scope-removed',
      who: `clients that ask for ${scope}`,
      text: `the scope ${scope} of ${flow} is removed`,
      witness: { value: { scope } },
    })),
  ]
}
