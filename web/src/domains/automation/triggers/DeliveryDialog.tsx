import type { DeliveryView } from '@caseloom/contract/automation/automation'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { JsonView } from '../../../ui/JsonView.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { formatBytes, formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { Fact } from '../shared/Panel.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import { deliveryReason } from './delivery-reason.ts'
import { RedeliverDialog } from './RedeliverDialog.tsx'
import { payloadQuery } from './triggers.queries.ts'

interface DeliveryDialogProps {
  delivery: DeliveryView
  place: { playbookId: string; id: string }
  onClose: () => void
}

/** One line of the log: what came, what became of it, and the way to give it to the trigger again. */
export function DeliveryDialog({ delivery, place, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation('triggers')
  const { t: general } = useTranslation('automation')
  const [isAsking, setIsAsking] = useState(false)
  const { redeliverBlock: block } = delivery
  return (
    <Dialog onClose={onClose} title={general('log.delivery')} size={520}>
      <div className={classes.dialogFacts}>
        <DeliveryFacts delivery={delivery} />
        <RedeliveryFacts delivery={delivery} />
        {delivery.can.payload && delivery.runId === null && <DeliveryPayload deliveryId={delivery.id} />}
        {block !== null && <p className={classes.quiet}>{t(`redeliver.blocks.${block}`)}</p>}
      </div>
      {delivery.can.redeliver && (
        <DialogActions
          cancel={general('log.close')}
          onCancel={onClose}
          confirm={t('redeliver.action')}
          onConfirm={() => setIsAsking(true)}
          apart
        />
      )}
      {isAsking && (
        <RedeliverDialog
          deliveryId={delivery.id}
          place={place}
          onDone={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  )
}

/** Of what started no run: the page of a run shows its own. */
function DeliveryPayload({ deliveryId }: { deliveryId: string }) {
  const { t } = useTranslation('automation')
  const { tenantId } = useTenantScope()
  const query = useQuery(payloadQuery(tenantId, deliveryId))
  if (query.isError)
    return (
      <StateCard
        title={t('value.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined)
    return <div className={classes.waiting} aria-busy aria-label={t('value.loading')} role="status" />
  return <JsonView title={t('run.payload')} value={query.data} maxHeight={240} />
}

function DeliveryFacts({ delivery }: { delivery: DeliveryView }) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  return (
    <>
      <Fact label={t('log.outcome')}>
        <DeliveryState outcome={delivery.outcome} runState={delivery.runState} />
      </Fact>
      {(delivery.runId === null || deliveryReason(t, delivery) !== undefined) && (
        <Fact label={t('log.reason')}>{deliveryReason(t, delivery) ?? t('log.noReason')}</Fact>
      )}
      {delivery.runId !== null && (
        <Fact label={t('log.run')}>
          <Link to={paths.run(scope, delivery.runId)} className={classes.link}>
            {t('log.openRun')}
          </Link>
        </Fact>
      )}
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
    </>
  )
}

function RedeliveryFacts({ delivery: { redelivery, redeliveries } }: { delivery: DeliveryView }) {
  const { t } = useTranslation('triggers')
  return (
    <>
      {redelivery !== null && (
        <>
          <Fact label={t('redeliver.by')}>{redelivery.by}</Fact>
          <Fact label={t('redeliver.of')}>
            <code className={classes.mono}>{redelivery.of}</code>
          </Fact>
        </>
      )}
      {redeliveries !== null && (
        <Fact label={t('redeliver.times')}>
          {t('redeliver.timesText', {
            count: redeliveries.count,
            shown: formatCount(redeliveries.count),
            name: redeliveries.lastBy,
          })}{' '}
          <DateTime at={redeliveries.lastAt} seconds />
        </Fact>
      )}
    </>
  )
}
