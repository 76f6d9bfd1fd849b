import { altered, broken, creating, type Defects, retexted } from './broken.js'

/** Stores that change or lose plants. */
export const contentDefects: Defects = {
  'forgets | a new plant is created': broken((good) => ({ get: async (id) => good.get(id + 1n) })),
  'has a tag member for no tag | a plant without a tag has no tag member': broken((good) => ({
    get: async (id) => {
      const plant = await good.get(id)
      return plant && { tag: undefined, ...plant }
    },
  })),
  'takes every plant for new | the same plant again is unchanged': creating(async (good, plant) => {
    await good.create(plant)
    return 'created'
  }),
  'compares only ids | another name is a conflict': altered(({ id }) => ({ id, name: 'Fern' })),
  'compares without case | a name in another case': retexted((text) => text.toLowerCase()),
  'keeps no tags | another tag is a conflict': altered(({ id, name }) => ({ id, name })),
  'takes no tag for an empty one | no tag for an empty tag is a conflict': altered(
    ({ id, name, tag = '' }) => ({ id, name, tag }),
  ),
  'takes an empty tag for none | an empty tag for no tag is a conflict': altered(
    ({ id, name, tag }) => (tag ? { id, name, tag } : { id, name }),
  ),
  'finds content | two plants may have the same': altered((plant) => ({ ...plant, id: 1n })),
  'replaces what it cannot keep | a plant that cannot be stored exactly is refused': retexted(
    (text) => text.replace(/\p{Surrogate}/gu, '\ufffd'),
  ),
  'wraps ids around | a plant that cannot be stored exactly is refused': altered((plant) => ({
    ...plant,
    id: BigInt.asIntN(64, plant.id),
  })),
  'keeps ids as doubles | every int64 is a distinct id': altered((plant) => ({
    ...plant,
    id: BigInt.asIntN(64, BigInt(Number(plant.id))),
  })),
  'cuts text at U+0000 | U+0000 in the middle': retexted((text) => text.replace(/\0.*/s, '')),
  'trims | spaces': retexted((text) => text.trim()),
  'composes text | combining (NFD)': retexted((text) => text.normalize('NFC')),
  'decomposes text | precomposed (NFC)': retexted((text) => text.normalize('NFD')),
  'drops a byte order mark | mark at the start': retexted((text) => text.replace(/^\ufeff/, '')),
  'keeps 16 bits of a character | astral': retexted((text) =>
    text.replace(/\p{Cs}|[^\0-\uffff]/gu, '?'),
  ),
  'cuts long text | 1 MB': retexted((text) => text.slice(0, 65_535)),
  'takes texts for the same | different texts never count as equal': retexted((text) =>
    text.normalize('NFC'),
  ),
}
