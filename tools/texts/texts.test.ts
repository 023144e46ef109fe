import { describe, expect, test } from 'vitest'
import { checkTexts, unusedTexts } from './check.ts'

const catalog = {
  path: 'web/src/thing.en.ts',
  text: `export const thingEn = { title: 'Things', count_one: 'One', count_other: '{{count}}', states: { open: 'Open' } } as const`,
}
const page = (body: string) => [
  catalog,
  {
    path: 'web/src/Thing.tsx',
    text: `import { thingEn } from './thing.en.ts'
addTexts('thing', thingEn)
export function Thing({ state }) {
  const { t } = useTranslation('thing')
  ${body}
}`,
  },
]
const faults = (body: string) => checkTexts(page(body)).faults

describe('texts by key', () => {
  test('that a catalog has are found: plain, plural, nested, and computed', () => {
    expect(faults("t('title'); t('count', { count: 2 }); t('states.open'); t(`states.${state}`)")).toEqual([])
  })

  test('that no catalog has are named with their line', () => {
    expect(faults("t('titel')")).toEqual(['web/src/Thing.tsx:5  no text for thing:titel'])
    expect(faults('t(`stages.${state}`)')).toEqual([expect.stringContaining('no text for thing:/^stages')])
    expect(faults("t(state ? 'title' : 'states.shut')")).toEqual([expect.stringContaining('states.shut')])
  })

  test('are looked for in the namespace of the function, or the one that the key names', () => {
    expect(faults("const { t: say } = useTranslation('other'); say('title')")).toEqual([
      expect.stringContaining('other:title'),
    ])
    expect(
      faults("t('thing:title'); i18next.t('title', { ns: 'thing' }); t(`thing:states.${state}`)"),
    ).toEqual([])
    expect(faults("t('other:title')")).toHaveLength(1)
  })

  test('may be in any namespace where the function comes from elsewhere', () => {
    expect(faults("const one = (t) => t('title')")).toEqual([])
    expect(faults("const one = (t) => t('titel')")).toEqual([expect.stringContaining('any namespace:titel')])
  })

  test('with a default need no catalog', () => {
    expect(faults("t('anything', { defaultValue: state })")).toEqual([])
  })

  test('that nothing shows are named', () => {
    expect(unusedTexts(page("t('title'); t('count', { count: 1 }); t(`states.${state}`)"))).toEqual([])
    expect(unusedTexts(page("t('title'); t('count', { count: 1 })"))).toEqual([
      'web/src/thing.en.ts  nothing shows thing:states.open',
    ])
    expect(unusedTexts(page("t('title'); t('count', { count: 1 }); const keys = ['open']"))).toEqual([])
  })
})
