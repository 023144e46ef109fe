import { describe, expect, it } from 'vitest'
import { conflictLabel } from './conflict-label.ts'

const document = {
  triggers: [{ key: 'hook', title: 'GitHub alert', kind: 'webhook' }],
  steps: [
    {
      key: 'each',
      title: 'For each host',
      action: 'flow.forEach',
      steps: [{ key: 'look', action: 'http.request', with: { steps: 'x' } }],
    },
  ],
}

describe('conflict label', () => {
  it.each([
    ['title', 'Playbook › title'],
    ['steps/each', 'For each host'],
    ['steps/each/with/items', 'For each host › with › items'],
    ['steps/each/steps/look/with/url', 'look › with › url'],
    ['triggers/hook/with/auth', 'GitHub alert › with › auth'],
    ['steps/gone/title', 'Playbook › steps › gone › title'],
  ])('%s is labeled %s', (id, label) => {
    expect(conflictLabel(document, id, 'Playbook')).toBe(label)
  })
})
