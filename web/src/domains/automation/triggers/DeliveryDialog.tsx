import type { DeliveryView } from '@caseloom/contract/automation/automation'
import { useTranslation } from 'react-i18next'
import { State } from '../../../ui/glyphs/State.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { formatBytes } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { loopText } from '../shared/loop-text.ts'
import { Fact } from '../shared/Panel.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'

export function DeliveryDialog({
  delivery,
  onClose,
}: {
  delivery: DeliveryView | null
  onClose: () => void
}) {
  const { t } = useTranslation('automation')
  return (
    <Dialog opened={delivery !== null} onClose={onClose} title={t('log.delivery')} size={520}>
      {delivery !== null && (
        <div className={classes.dialogFacts}>
          <Fact label={t('log.outcome')}>
            <State state={delivery.outcome}>{t(`outcomes.${delivery.outcome}`)}</State>
          </Fact>
          <Fact label={t('log.reason')}>{delivery.reason ?? t('log.noReason')}</Fact>
          {delivery.loop !== null && <Fact label={t('loop.members')}>{loopText(t, delivery.loop)}</Fact>}
          {delivery.summary !== null && <Fact label={t('log.what')}>{delivery.summary}</Fact>}
          <Fact label={t('log.time')}>
            <DateTime at={delivery.at} seconds />
          </Fact>
          {delivery.dedupKey !== null && (
            <Fact label={t('log.dedup')}>
              <code className={classes.mono}>{delivery.dedupKey}</code>
            </Fact>
          )}
          <Fact label={t('log.size')}>{formatBytes(delivery.size)}</Fact>
          <Fact label={t('log.id')}>
            <code className={classes.mono}>{delivery.id}</code>
          </Fact>
        </div>
      )}
    </Dialog>
  )
}
