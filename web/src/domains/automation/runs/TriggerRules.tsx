import type { Trigger } from '@caseloom/playbook/document'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../ui/time.ts'
import { InputValue } from '../shared/InputValue.tsx'
import { Fact } from '../shared/Panel.tsx'
import { When } from './StepPanel.tsx'

export function TriggerRules({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation('automation')
  return (
    <>
      <Fact label={t('hook.when')}>
        {trigger.when === undefined ? t('hook.always') : <When source={trigger.when} />}
      </Fact>
      {(trigger.kind === 'webhook' || trigger.dedup !== undefined) && (
        <Fact label={t('hook.dedup')}>
          {trigger.dedup === undefined ? t('hook.noDedup') : <InputValue value={trigger.dedup} />}
        </Fact>
      )}
      {trigger.limit !== undefined && (
        <Fact label={t('hook.limit')}>
          {t('hook.limitText', {
            running: formatCount(trigger.limit.running),
            queue: formatCount(trigger.limit.queue),
          })}
        </Fact>
      )}
      {trigger.kind === 'webhook' && (
        <Fact label={t('hook.answer')}>{t(`hook.answers.${trigger.with.answer}`)}</Fact>
      )}
    </>
  )
}
