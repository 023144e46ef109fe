import type { JsonObject } from '@caseloom/contract/kernel/json'
import { NumberInput, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { isObject, type Path } from '../model/places.ts'
import classes from '../parts/Panel.module.css'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'

interface TriggerLimitProps {
  trigger: JsonObject
  path: Path
  readOnly: boolean
  change: (trigger: JsonObject, by?: string) => void
}

export function TriggerLimit({ trigger, path, readOnly, change }: TriggerLimitProps) {
  const { t } = useTranslation('panel')
  const limit = isObject(trigger['limit']) ? trigger['limit'] : undefined
  const running = useIssueAt([...path, 'limit', 'running'])
  const queue = useIssueAt([...path, 'limit', 'queue'])
  const set = (name: string, next: number | string) => {
    const value = typeof next === 'number' ? next : undefined
    change({ ...trigger, limit: withMember(limit ?? {}, name, value) }, `${path.join('/')}/limit`)
  }
  return (
    <>
      <Switch
        label={t('trigger.limit')}
        checked={limit !== undefined}
        disabled={readOnly}
        onChange={(event) =>
          change(withMember(trigger, 'limit', event.currentTarget.checked ? { running: 1 } : undefined))
        }
      />
      {limit !== undefined && (
        <div className={classes.two}>
          <NumberInput
            label={t('trigger.running')}
            value={typeof limit['running'] === 'number' ? limit['running'] : ''}
            min={1}
            clampBehavior="none"
            readOnly={readOnly}
            error={running}
            onChange={(next) => set('running', next)}
          />
          <NumberInput
            label={t('trigger.queue')}
            value={typeof limit['queue'] === 'number' ? limit['queue'] : ''}
            placeholder="1000"
            min={0}
            clampBehavior="none"
            readOnly={readOnly}
            error={queue}
            onChange={(next) => set('queue', next)}
          />
        </div>
      )}
    </>
  )
}
