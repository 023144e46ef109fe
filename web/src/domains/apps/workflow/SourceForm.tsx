import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { ValueSource } from '@caseloom/contract/apps/workflow'
import { SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLinkedApps } from '../../../data/linked-apps.ts'
import { useWorkflow } from './model/editor-context.ts'
import { throughSource } from './new-action.ts'
import { ExpressionInput } from './ExpressionInput.tsx'
import { ValueEdit } from './model/ValueEdit.tsx'
import classes from './ItemPanel.module.css'

interface SourceFormProps {
  /** The action. */
  id: string
  field: string
  source: ValueSource
  onChange: (source: ValueSource) => void
}

const KINDS = ['value', 'expression', 'through'] as const

/** Where a value comes from: fixed, computed, or from a linked record. */
export function SourceForm({ id, field, source, onChange }: SourceFormProps) {
  const { t } = useTranslation('workflow-editor')
  const { t: typeName } = useTranslation('apps')
  const { edited, words } = useWorkflow()
  const apps = useLinkedApps(edited.draft.fields)
  const links = edited.draft.fields.filter((one) => fieldTraits(one).links && 'app' in one)
  const kinds = links.length === 0 ? KINDS.filter((kind) => kind !== 'through') : KINDS
  const kind = KINDS.find((one) => one in source) ?? 'value'
  const subject = words.subjects.find(({ key }) => key === field)
  return (
    <>
      <SegmentedControl
        aria-label={t('source')}
        data={kinds.map((one) => ({ value: one, label: t(`sources.${one}`) }))}
        value={kind}
        onChange={(next) => {
          if (next === 'value') onChange({ value: null })
          if (next === 'expression') onChange({ expression: `record.${field}` })
          const [first] = links
          if (next === 'through' && first !== undefined)
            onChange(throughSource(first.key, apps.get(first.key)))
        }}
      />
      {'value' in source && subject !== undefined && (
        <ValueEdit subject={subject} value={source.value} onChange={(value) => onChange({ value })} />
      )}
      {'expression' in source && (
        <ExpressionInput
          label={t('expression')}
          type={typeName(`kinds.${subject?.type ?? 'text'}`)}
          action={id}
          note={t('expressionNote')}
          value={source.expression}
          onChange={(expression) => onChange({ expression })}
        />
      )}
      {'through' in source && <ThroughForm source={source} onChange={onChange} />}
    </>
  )
}

interface ThroughFormProps {
  source: Extract<ValueSource, { through: string }>
  onChange: (source: ValueSource) => void
}

function ThroughForm({ source, onChange }: ThroughFormProps) {
  const { t } = useTranslation('workflow-editor')
  const { edited } = useWorkflow()
  const apps = useLinkedApps(edited.draft.fields)
  const links = edited.draft.fields.filter((one) => fieldTraits(one).links && 'app' in one)
  return (
    <div className={classes.pair}>
      <Select
        label={t('through')}
        allowDeselect={false}
        data={links.map(({ key, label }) => ({ value: key, label }))}
        value={source.through}
        onChange={(through) =>
          through !== null && onChange(throughSource(through, apps.get(through), source.field))
        }
      />
      <Select
        label={t('itsField')}
        allowDeselect={false}
        searchable
        data={(apps.get(source.through)?.fields ?? []).map(({ key, label }) => ({ value: key, label }))}
        value={source.field}
        onChange={(field) => field !== null && onChange({ ...source, field })}
      />
    </div>
  )
}
