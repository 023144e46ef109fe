import type { PlaybookView } from '@caseloom/contract/automation'
import type { Trigger } from '@caseloom/playbook/document'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../data/scope.tsx'
import classes from './Automation.module.css'
import { HookSetup } from './HookSetup.tsx'
import { Panel, PanelSection } from './Panel.tsx'
import { TriggerRules } from './TriggerRules.tsx'

interface TriggerNodePanelProps {
  trigger: Trigger
  playbook: PlaybookView
  onClose: () => void
  onDeliveries: () => void
}

/** The selected trigger in the panel of the canvas: what it takes, its address and secret. */
export function TriggerNodePanel({ trigger, playbook, onClose, onDeliveries }: TriggerNodePanelProps) {
  const { t } = useTranslation('automation')
  const mayReadRuns = useMay('run:read')
  const hook = playbook.hooks.find(({ key }) => key === trigger.key)
  return (
    <Panel
      title={trigger.title ?? trigger.key}
      subtitle={`${trigger.key} · ${trigger.kind}`}
      action={trigger.kind}
      onClose={onClose}
    >
      {hook === undefined ? (
        <p className={classes.prose}>{t('hook.unpublished')}</p>
      ) : (
        <>
          <HookSetup
            key={hook.id}
            hook={hook}
            header={trigger.kind === 'webhook' ? trigger.with.header : undefined}
            maySecret={playbook.can.readSecret}
          />
          {mayReadRuns && (
            <div>
              <Button onClick={onDeliveries}>{t('hook.deliveries')}</Button>
            </div>
          )}
        </>
      )}
      <PanelSection title={t('hook.rules')}>
        <TriggerRules trigger={trigger} />
      </PanelSection>
    </Panel>
  )
}
