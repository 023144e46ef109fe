import type { JsonObject } from '@caseloom/contract/kernel/json'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../model/builder-context.ts'
import { ConditionField } from '../expression/ConditionField.tsx'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { TemplateInput } from '../expression/TemplateInput.tsx'
import { takenTriggers } from '../model/keys.ts'
import { type FoundTrigger, isObject, setIn, triggersOf } from '../model/places.ts'
import { renameTrigger } from '../model/rename.ts'
import { KeyField } from './KeyField.tsx'
import classes from '../parts/Panel.module.css'
import { usePanelKey } from './panel-key.ts'
import { PanelScope } from './PanelScope.tsx'
import { PanelShell, Section } from '../parts/PanelShell.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import { SampleField } from './SampleField.tsx'
import { TriggerLimit } from './TriggerLimit.tsx'
import { TriggerOptions } from './TriggerOptions.tsx'

interface TriggerEditorProps {
  trigger: string
  onClose: () => void
}

export function TriggerEditor({ trigger, onClose }: TriggerEditorProps) {
  const { document } = useBuilder()
  const found = triggersOf(document).find(({ key }) => key === trigger)
  const panel = usePanelKey(found)
  return found === undefined ? null : <LoadedTrigger key={panel} found={found} onClose={onClose} />
}

/** Kinds with deliveries that can be filtered and deduplicated. */
const FILTERED: ReadonlySet<string> = new Set(['webhook', 'record', 'mail', 'poll', 'failure', 'schedule'])

type ChangeTrigger = (next: JsonObject, by?: string) => void

function titleOf({ key, trigger }: FoundTrigger): string {
  return typeof trigger['title'] === 'string' ? trigger['title'] : key
}

function LoadedTrigger({ found, onClose }: { found: FoundTrigger; onClose: () => void }) {
  const { t } = useTranslation('panel')
  const { edit, readOnly } = useBuilder()
  const { key, trigger, path } = found
  const kind = String(trigger['kind'] ?? '')
  const options = isObject(trigger['with']) ? trigger['with'] : {}
  const title = titleOf(found)
  const change: ChangeTrigger = (next, by) =>
    edit(t('change.trigger', { title }), (before) => setIn(before, path, next), by ?? path.join('/'))
  return (
    <PanelShell title={title} subtitle={`${key} · ${kind}`} action={kind} onClose={onClose}>
      <PanelScope trigger={kind}>
        <Naming found={found} change={change} />
        <Section title={t('trigger.options')}>
          <TriggerOptions
            kind={kind}
            options={options}
            path={[...path, 'with']}
            readOnly={readOnly}
            change={(next) => change({ ...trigger, with: next }, `${path.join('/')}/with`)}
          />
        </Section>
        <Deliveries found={found} change={change} />
        <TriggerLimit trigger={trigger} path={path} readOnly={readOnly} change={change} />
        <SampleField trigger={key} />
      </PanelScope>
    </PanelShell>
  )
}

interface TriggerFieldsProps {
  found: FoundTrigger
  change: ChangeTrigger
}

function Naming({ found, change }: TriggerFieldsProps) {
  const { t } = useTranslation('panel')
  const { edit, readOnly, document, select } = useBuilder()
  const { key, trigger, path } = found
  const title = titleOf(found)
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('step.title')}
        value={typeof trigger['title'] === 'string' ? trigger['title'] : ''}
        placeholder={key}
        maxLength={200}
        readOnly={readOnly}
        onChange={(event) =>
          change(
            withMember(trigger, 'title', event.currentTarget.value || undefined),
            `${path.join('/')}/title`,
          )
        }
      />
      <KeyField
        label={t('step.key')}
        help={t('trigger.keyHelp')}
        path={path}
        value={key}
        taken={takenTriggers(document)}
        readOnly={readOnly}
        onChange={(next) => {
          edit(t('change.trigger', { title }), (before) => renameTrigger(before, key, next))
          select(`trigger/${next}`)
        }}
      />
    </div>
  )
}

/** Which deliveries start a run: those that meet a condition, each once. */
function Deliveries({ found, change }: TriggerFieldsProps) {
  const { t } = useTranslation('panel')
  const { readOnly } = useBuilder()
  const { trigger, path } = found
  const { when, dedup } = trigger
  const kind = String(trigger['kind'] ?? '')
  const whenError = useIssueAt([...path, 'when'])
  const dedupError = useIssueAt([...path, 'dedup'])
  return (
    <>
      {FILTERED.has(kind) && (
        <ConditionField
          label={t('trigger.when')}
          description={t('trigger.whenHelp')}
          path={[...path, 'when']}
          value={typeof when === 'string' ? when : undefined}
          readOnly={readOnly}
          error={whenError}
          onChange={(next) => change(withMember(trigger, 'when', next), `${path.join('/')}/when`)}
        />
      )}
      {(kind === 'webhook' || kind === 'mail' || dedup !== undefined) && (
        <TemplateInput
          label={t('trigger.dedup')}
          description={t('trigger.dedupHelp')}
          path={[...path, 'dedup']}
          mode="expression"
          value={typeof dedup === 'string' ? dedup : ''}
          readOnly={readOnly}
          error={dedupError}
          onChange={(next) =>
            change(
              withMember(trigger, 'dedup', /^\{%\s*%\}$/.test(next) ? undefined : next),
              `${path.join('/')}/dedup`,
            )
          }
        />
      )}
    </>
  )
}
