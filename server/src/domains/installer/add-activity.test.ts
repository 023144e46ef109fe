import { validatePlaybook } from '@caseloom/playbook/validate'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { activityPlaybooks } from './add-activity.ts'

test('the playbooks of a demo are all added, have no problem, and no warning', async () => {
  const files = readdirSync(new URL('activity/', import.meta.url)).filter((name) => name.endsWith('.yaml'))
  const documents = await activityPlaybooks()
  expect(documents.map(({ playbook }) => `${String(playbook)}.yaml`).toSorted()).toEqual(files.toSorted())
  for (const document of documents)
    expect([document['playbook'], validatePlaybook(document)]).toMatchObject([
      document['playbook'],
      { ok: true, warnings: [] },
    ])
})
