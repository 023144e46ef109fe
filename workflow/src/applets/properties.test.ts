import type { AppletLink, FieldOverride, LinkedApplet } from '@caseloom/contract/apps/applet-links'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileWorkflow } from '../compile.ts'
import { optionField, rule, textField, workflowOf } from '../testing.ts'
import { type AppletBundle, expandApplet, overridden } from './expand.ts'
import { freePrefix, keyClashes } from './faults.ts'
import { detachLink, type LinkingApp, putLink } from './link.ts'
import { mergeLink } from './merge.ts'
import { prefixedKey, unprefixedKey } from './names.ts'
import { wholeWorkflow } from './whole-workflow.ts'

const KEYS = ['a', 'b', 'c', 'd', 'title']
const word = fc.constantFrom('One', 'Two', 'Three', 'Four')
const options = fc.uniqueArray(fc.constantFrom('x', 'y', 'z', 'w'), { minLength: 1, maxLength: 4 })

/** A key has one type in all revisions, as publishing demands. */
const fieldOf = (key: string): fc.Arbitrary<FieldInput> =>
  fc
    .record({ label: word, help: fc.option(word, { nil: undefined }), required: fc.boolean(), options })
    .map(({ options: keys, help, ...more }) => {
      const given = { ...more, ...(help === undefined ? {} : { help }) }
      return key < 'c' ? optionField(key, keys, given) : textField(key, given)
    })

const workflow: fc.Arbitrary<Workflow> = fc
  .uniqueArray(fc.constantFrom('r1', 'r2', 'r3'), { minLength: 0 })
  .chain((ids) =>
    fc
      .tuple(...ids.map(() => fc.constantFrom(...KEYS, 'status')))
      .map((keys) =>
        workflowOf(
          ...ids.map((id, at) =>
            rule(id, { field: keys[at] ?? 'a', op: 'notEmpty' }, [
              { id: `${id}-do`, do: 'require', fields: [KEYS[at] ?? 'a'] },
            ]),
          ),
        ),
      ),
  )

const bundle: fc.Arbitrary<AppletBundle> = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 }), workflow)
  .chain(([keys, logic]) =>
    fc.tuple(...keys.map(fieldOf)).map((fields) => ({
      fields,
      section: { id: 's', title: 'Section', columns: 2 as const, fields: keys },
      workflow: logic,
    })),
  )

const override: fc.Arbitrary<FieldOverride> = fc
  .record(
    {
      label: word,
      help: word,
      required: fc.boolean(),
      hidden: fc.constant(true as const),
      addedOptions: fc.uniqueArray(fc.constantFrom('z', 'w', 'v'), { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .map(({ addedOptions, ...rest }) => ({
    ...rest,
    ...(addedOptions === undefined
      ? {}
      : { addedOptions: addedOptions.map((key) => ({ key, label: `Own ${key}` })) }),
  }))

const linkOf = ({ fields, workflow: logic }: AppletBundle): fc.Arbitrary<AppletLink> =>
  fc
    .record({
      overrides: fc.dictionary(fc.constantFrom(...fields.map(({ key }) => key)), override),
      off: fc.subarray((logic?.stages[0]?.branches[0]?.rules ?? []).map(({ id }) => id)),
    })
    .map(({ overrides, off }) => {
      const fitting = Object.entries(overrides).flatMap(([key, one]) => {
        const { addedOptions, ...rest } = one
        const own = key < 'c' && addedOptions !== undefined ? { ...rest, addedOptions } : rest
        return Object.keys(own).length === 0 ? [] : [[key, own] as const]
      })
      // An ID is a string with a brand.
      const applet = '00000000-0000-4000-8000-000000000001' as AppletLink['applet']
      return {
        applet,
        prefix: 'p',
        revision: 1,
        overrides: Object.fromEntries(fitting),
        ...(off.length === 0 ? {} : { rulesOff: off }),
      }
    })

const merging = fc
  .tuple(bundle, bundle)
  .chain(([base, next]) => linkOf(base).map((link) => ({ base, next: { ...next, revision: 2 }, link })))

const app: fc.Arbitrary<LinkingApp<LinkedApplet>> = fc
  .uniqueArray(fc.constantFrom('title', 'status', 'p_a', 'p2_b', 'a', 'q_title'), { minLength: 1 })
  .map((keys) => ({
    fields: keys.map((key) => textField(key)),
    layout: [{ id: 'facts', title: 'Facts', columns: 2, fields: keys }],
  }))

test('merging never loses a local change without a decision: it stays, or is a conflict', () => {
  fc.assert(
    fc.property(merging, ({ base, next, link }) => {
      const merged = mergeLink({ base, next, link })
      for (const [key, own] of Object.entries(link.overrides)) {
        const there = next.fields.some((field) => field.key === key)
        expect(there ? merged.link.overrides[key] : merged.own.includes(key)).toEqual(there ? own : true)
      }
      const changed = expandApplet(next, merged.link).fields
      for (const [key, own] of Object.entries(merged.link.overrides)) {
        const field = changed.find((one) => one.key === prefixedKey('p', key))
        for (const property of ['label', 'help', 'required'] as const)
          if (own[property] !== undefined) expect(field?.[property]).toBe(own[property])
        if (own.addedOptions !== undefined && field !== undefined && 'options' in field)
          expect(field.options).toEqual(expect.arrayContaining(own.addedOptions))
      }
    }),
    { numRuns: runs(1_000) },
  )
})

test('merging shows every difference between what the app has and what it gets', () => {
  fc.assert(
    fc.property(merging, ({ base, next, link }) => {
      const merged = mergeLink({ base, next, link })
      const shown = new Set(merged.items.map(({ id }) => id))
      const nextFields = new Map(next.fields.map((field) => [field.key, field]))
      for (const old of base.fields) {
        const field = nextFields.get(old.key)
        nextFields.delete(old.key)
        if (field === undefined) {
          expect(shown).toContain(`field/${old.key}`)
          continue
        }
        const here = overridden(old, link.overrides[old.key] ?? {})
        const then = overridden(field, merged.link.overrides[old.key] ?? {})
        for (const property of ['label', 'help', 'required', 'options'] as const)
          if (JSON.stringify(partOf(here, property)) !== JSON.stringify(partOf(then, property)))
            expect(shown).toContain(`field/${old.key}/${property}`)
      }
      for (const key of nextFields.keys()) expect(shown).toContain(`field/${key}`)
    }),
    { numRuns: runs(1_000) },
  )
})

function partOf(field: FieldInput, property: string): unknown {
  return Object.entries(field).find(([name]) => name === property)?.[1] ?? null
}

test('every conflict that is decided for the new revision ends as it says', () => {
  fc.assert(
    fc.property(merging, ({ base, next, link }) => {
      const conflicts = mergeLink({ base, next, link }).items.filter(({ kind }) => kind === 'conflict')
      const decisions = Object.fromEntries(conflicts.map(({ id }) => [id, 'new' as const]))
      const merged = mergeLink({ base, next, link }, decisions)
      expect(merged.own).toEqual([])
      for (const item of merged.items.filter(({ kind }) => kind === 'conflict'))
        expect(item.result).toEqual(item.next)
      // Taken once, a revision changes nothing more.
      const again = mergeLink({ base: next, next, link: merged.link }).items
      expect(again.every(({ kind }) => kind === 'keep')).toBe(true)
    }),
    { numRuns: runs(1_000) },
  )
})

test('linking and detaching keep the fields of the app and those of the applet, with their form logic', () => {
  fc.assert(
    fc.property(
      app,
      bundle.chain((one) => linkOf(one).map((link) => ({ one, link }))),
      ({ fields, layout }, { one, link }) => {
        const before = { fields, layout }
        const prefix = freePrefix(one, 'p', {
          fields,
          taken: [],
          sections: layout.flatMap(({ id }) => (id === undefined ? [] : [id])),
        })
        if (prefix === null) throw new Error('There is no free prefix')
        expect(keyClashes(one, prefix, { fields }).every(({ kind }) => kind === 'avoided')).toBe(true)
        const { stages } = expandApplet(one, { ...link, prefix })
        const linked: LinkedApplet = { ...link, prefix, name: 'Applet', stages }
        const whole = putLink<LinkedApplet, LinkingApp<LinkedApplet>>(before, one, { link: linked })
        const own = detachLink(whole, prefix)
        expect(own.fields.slice(0, fields.length)).toEqual(fields)
        expect(own.fields.slice(fields.length).map(({ key }) => unprefixedKey(prefix, key))).toEqual(
          one.fields.map(({ key }) => key),
        )
        expect(new Set(own.fields.map(({ key }) => key)).size).toBe(own.fields.length)
        expect(JSON.stringify(own)).not.toContain('"applet"')
        const rules = (of: LinkingApp<LinkedApplet>) =>
          compileWorkflow(wholeWorkflow(of), { fields: of.fields }).rules.map(({ placed, reads }) => [
            placed.rule,
            reads,
          ])
        expect(rules(own)).toEqual(rules(whole))
        expect(putLink(whole, one, { link: linked })).toEqual(whole)
      },
    ),
    { numRuns: runs(1_000) },
  )
})
