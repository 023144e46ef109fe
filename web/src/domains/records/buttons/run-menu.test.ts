import { ButtonView } from '@caseloom/contract/automation/triggers'
import { beforeAll, describe, expect, it } from 'vitest'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { statementEn } from '../../../ui/statement/statement.en.ts'
import { asksApproval, doesOf } from './does-of.ts'
import { headerButtons } from './header-buttons.ts'

const id = (last: number) => `00000000-0000-7000-8000-00000000000${last}`

function aButton(last: number, kinds: readonly string[], isMain = true): ButtonView {
  const acts = kinds.map((kind) => ({ kind, names: ['Alert'], hidden: 0, open: false }))
  const part = { title: 'Isolate', permissions: 'yours', publisher: null }
  return ButtonView.parse({
    id: id(last),
    label: 'Isolate host',
    playbook: { id: id(9), title: 'Isolate host' },
    confirm: null,
    statement: null,
    inputs: null,
    does: {
      id: 'x',
      parts: [
        { ...part, isMain: true, acts: isMain ? acts : [] },
        { ...part, isMain, acts },
      ],
    },
  })
}

describe('the run menu', () => {
  beforeAll(() => {
    startTexts()
    addTexts('statement', statementEn)
  })

  it('says whether people approve first, also in a component that runs', () => {
    expect(asksApproval(aButton(1, ['askApproval', 'changeRecords']))).toBe(true)
    expect(asksApproval(aButton(1, ['askApproval'], false))).toBe(true)
    expect(asksApproval(aButton(1, ['changeRecords']))).toBe(false)
  })

  it('says what a button does, without what is said beside it', () => {
    const button = aButton(1, ['askApproval', 'changeRecords'])
    expect(doesOf(button)).toBe('asks people for approval, changes records in Alert')
    expect(doesOf(button, 'askApproval')).toBe('changes records in Alert')
    expect(doesOf(aButton(1, ['askApproval']), 'askApproval')).toBe('Isolate host')
  })

  it('has what the layout doesn’t place and rules don’t hide', () => {
    const all = [aButton(1, []), aButton(2, []), aButton(3, [])]
    const block = { id: 'b', kind: 'button', button: id(1) }
    const app = { layout: [{ id: 's', title: 'S', columns: 1, fields: [], blocks: [block] }] }
    const hidden = new Map([[`button:${id(2)}`, { visible: { value: false } }]])
    const outcome = { items: hidden }
    // Only what is read of them.
    const [shape, rules] = [app, outcome] as unknown as Parameters<typeof headerButtons>
    expect(headerButtons(shape, rules, all).map((one) => one.id)).toEqual([id(3)])
  })
})
