import { defang } from '@caseloom/contract/values/observable-value'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { IconFingerprint } from '@tabler/icons-react'
import { Tags } from '../ui/Chip.tsx'
import { jsonDraft, readJson } from './drafts.ts'
import type { WebFieldType } from './field-type.ts'
import { CONTAINED } from './filter-operators.ts'
import { observablesOf } from './values/case-text.ts'

export const observablesType: WebFieldType<'observables'> = {
  palette: [{ id: 'observables', group: 'security', icon: IconFingerprint }],
  width: 200,
  unsorted: true,
  whole: true,
  // A condition compares with one value.
  text: (value) => (typeof value === 'string' ? value : defanged(value).join(', ')),
  show: (value, _field, { compact }) => <Tags values={defanged(value)} show={compact ? 1 : 50} />,
  filter: { operators: CONTAINED },
  // Its own editor saves immediately.
  toDraft: jsonDraft,
  fromDraft: readJson,
}

function defanged(value: JsonValue): string[] {
  return observablesOf(value).map((one) => defang(one.kind, one.value))
}
