import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useRailRoom } from '../list/beside-list.ts'
import { RecordClocks } from '../case/CaseField.tsx'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { Conflicts } from '../model/Conflicts.tsx'
import classes from '../model/Records.module.css'
import { RestrictedChip } from '../permissions/ReadOnly.tsx'
import { QuickChip } from './QuickChip.tsx'
import { closesWith, headerFields, QUICK_KEYS, quickKindOf, whyFixed } from './quick-fields.ts'
import type { ClosingState } from './useCloseForm.ts'
import { useQuickSet } from './useQuickSet.ts'

interface HeaderChipsProps {
  /** As the form shows it now. */
  app: AppView
  base: AppView
  record: RecordView
  outcome: FormOutcome | null
  /** A state that closes the record was chosen. */
  onClose: (to: ClosingState) => void
  /** A value was saved: what is typed into its field is obsolete. */
  onSaved: (field: string) => void
}

export function HeaderChips({ app, base, record, outcome, onClose, onSaved }: HeaderChipsProps) {
  const people = usePeople()
  const [opened, setOpened] = useState<string | null>(null)
  const hasRail = useRailRoom()
  const quick = useQuickSet(app, { onSaved })
  const fields = headerFields(app, outcome)
  const pick = (field: ChoiceField, picked: string) => {
    if (closesWith(field, record.fields[field.key], picked)) onClose({ field: field.key, value: picked })
    else quick.pick(record, field, picked)
  }
  useChipKeys({ app, base, record, fields, open: setOpened })
  return (
    <div className={classes.chips}>
      <RestrictedChip record={record} />
      {fields.map((field) => (
        <QuickChip
          key={field.key}
          {...{ app, base, record, field, people }}
          opened={opened === field.key}
          onOpen={(open) => setOpened(open ? field.key : null)}
          onPick={(picked) => pick(field, picked)}
        />
      ))}
      {!hasRail && <RecordClocks fields={app.fields} record={record} />}
      {!hasRail && <Edited record={record} />}
      {quick.refusal !== null && (
        <p className={classes.refusal} role="alert">
          {quick.refusal}
        </p>
      )}
      <Conflicts app={app} saving={quick} people={people} />
    </div>
  )
}

function Edited({ record }: { record: RecordView }) {
  const { t } = useTranslation('records')
  return (
    <span className={classes.meta}>
      {t('page.edited', { who: record.updatedBy.name })}{' '}
      <TimeAgo
        at={record.updatedAt}
        words={(age) => (age === 'now' ? t('page.justNow') : t('page.ago', { age }))}
      />
    </span>
  )
}

interface ChipKeys extends Pick<HeaderChipsProps, 'app' | 'base' | 'record'> {
  fields: readonly ChoiceField[]
  open: (field: string) => void
}

/** `S`, `P`, and `A` open the menus of their chips, or say why there is none. */
function useChipKeys({ app, base, record, fields, open }: ChipKeys) {
  const { t } = useTranslation('quick')
  const actions = fields.flatMap((field) => {
    const kind = quickKindOf(app, field)
    if (kind === undefined || record.fields[field.key] === undefined) return []
    const fixed = whyFixed({ app, record, field, base: base.fields.find(({ key }) => key === field.key) })
    const run = () =>
      fixed === null
        ? open(field.key)
        : toast({ kind: 'info', title: t(`fixed.${fixed}`, { field: field.label }) })
    return [{ keys: [QUICK_KEYS[kind]], label: t(`keys.${kind}`), run }]
  })
  useKeyActions(actions)
}
