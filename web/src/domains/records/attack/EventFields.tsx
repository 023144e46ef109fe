import { AttackEventType } from '@caseloom/contract/records/attack-events'
import { ATTACK_EVENT_TYPES } from '@caseloom/contract/values/attack-event-types'
import { TACTIC_NAMES, type Tactic } from '@caseloom/contract/values/attack-tactics'
import { Autocomplete, type ComboboxItem, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  matchesTechnique,
  type TechniqueTable,
  techniqueChoices,
} from '../../../field-types/values/techniques.ts'
import { assetsQuery } from './attack.queries.ts'
import classes from './AttackEvents.module.css'
import type { EventDraft } from './event-draft.ts'

interface EventFieldsProps {
  draft: EventDraft
  /** Null until it is loaded. */
  techniques: TechniqueTable | null
  tenantId: string
  onChange: (part: Partial<EventDraft>) => void
}

export function EventFields(props: EventFieldsProps) {
  const { draft, onChange } = props
  const { t } = useTranslation('attack')
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('form.time')}
        type="datetime-local"
        step={1}
        required
        value={draft.time}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
      />
      <Select
        label={t('form.type')}
        data={ATTACK_EVENT_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={draft.type}
        allowDeselect={false}
        searchable
        onChange={(value) => onChange({ type: AttackEventType.safeParse(value).data ?? draft.type })}
      />
      <TechniqueInput {...props} />
      <TacticInput {...props} />
      <AssetInput {...props} />
      <TextInput
        label={t('form.source')}
        placeholder={t('form.sourceHint')}
        maxLength={200}
        value={draft.source}
        onChange={(event) => onChange({ source: event.currentTarget.value })}
      />
    </div>
  )
}

function TechniqueInput({ draft, techniques, onChange }: EventFieldsProps) {
  const { t } = useTranslation('attack')
  const { technique } = draft
  return (
    <Select
      label={t('form.technique')}
      placeholder={t('form.techniqueHint')}
      data={techniques === null ? (technique === null ? [] : [technique]) : techniqueChoices(techniques)}
      value={technique}
      searchable
      clearable
      limit={60}
      filter={matchesTechnique(techniques)}
      renderOption={({ option }: { option: ComboboxItem }) => (
        <span className={classes.option}>
          {option.label}
          <small>{tacticsOf(techniques, option.value).join(', ')}</small>
        </span>
      )}
      onChange={(next) => onChange({ technique: next, tactic: null })}
    />
  )
}

/** Asked only where the technique leaves a choice. */
function TacticInput({ draft, techniques, onChange }: EventFieldsProps) {
  const { t } = useTranslation('attack')
  const choices = draft.technique === null ? TACTIC_NAMES : tacticsOf(techniques, draft.technique)
  if (choices.length < 2) return null
  return (
    <Select
      label={t('form.tactic')}
      {...(draft.technique === null ? {} : { placeholder: t('form.anyTactic') })}
      data={[...choices]}
      value={draft.tactic}
      clearable
      onChange={(next) => onChange({ tactic: choices.find((tactic) => tactic === next) ?? null })}
    />
  )
}

function tacticsOf(techniques: TechniqueTable | null, id: string): readonly Tactic[] {
  return techniques?.allTechniques().get(id)?.tactics ?? []
}

const PAUSE_MS = 200

/** Any name, or one of the records that are found by it. */
function AssetInput({ draft, tenantId, onChange }: EventFieldsProps) {
  const { t } = useTranslation('attack')
  const [text] = useDebouncedValue(draft.asset.trim(), PAUSE_MS)
  const query = useQuery({
    ...assetsQuery(tenantId, text),
    enabled: text !== '' && draft.record === null,
  })
  const found = draft.record === null ? (query.data ?? []) : []
  return (
    <Autocomplete
      label={t('form.asset')}
      placeholder={t('form.assetHint')}
      maxLength={200}
      data={found.map(({ label }) => label)}
      // The server has matched them by more than their labels.
      filter={({ options }) => options}
      value={draft.asset}
      onChange={(asset) => onChange({ asset, record: found.find(({ label }) => label === asset) ?? null })}
    />
  )
}
