import type { Tried, TriggerOverview } from '@caseloom/contract/automation/triggers'
import { Button } from '@mantine/core'
import { IconPlayerPlay, IconRefresh, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { runOutcome } from '../../../data/run-outcome.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SampleDialog } from './SampleDialog.tsx'
import { refreshTrigger, setOff } from './triggers.queries.ts'

interface TryProps {
  trigger: TriggerOverview
  playbookId: string
}

const ICON = { size: 14, stroke: 1.7, 'aria-hidden': true } as const

/** Starts a trigger manually, for kinds without another place to do so. */
export function TryTrigger(props: TryProps) {
  const { trigger } = props
  if (!trigger.can.switch || !trigger.enabled) return null
  if (trigger.kind === 'webhook') return <Sample {...props} />
  if (trigger.kind === 'schedule') return <StartNow {...props} />
  const asks = trigger.kind === 'poll' || (trigger.kind === 'mail' && trigger.options['via'] === 'imap')
  return asks ? <AskNow {...props} /> : null
}

function Sample(props: TryProps) {
  const { t } = useTranslation('triggers')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconSend {...ICON} />} w="fit-content" onClick={() => setIsOpen(true)}>
        {t('try.sample')}
      </Button>
      {isOpen && <SampleDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function StartNow({ trigger, playbookId }: TryProps) {
  const { t } = useTranslation('triggers')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlayerPlay {...ICON} />} w="fit-content" onClick={() => setIsOpen(true)}>
        {t('try.start')}
      </Button>
      {isOpen && (
        <ConfirmDialog<Tried>
          title={t('try.startTitle', { name: trigger.title })}
          text={t('try.startText')}
          confirm={t('try.start')}
          run={() => setOff(tenantId, trigger.id)}
          onDone={(tried) => {
            setIsOpen(false)
            void refreshTrigger(client, tenantId, { playbookId, id: trigger.id })
            if (tried.outcome === 'accepted') {
              toast({ kind: 'info', title: t('try.started') })
              void runOutcome(tenantId, tried.runId).then((state) => {
                if (state === 'succeeded') toast({ kind: 'success', title: t('try.succeeded') })
                if (state === 'failed') toast({ kind: 'error', title: t('try.runFailed') })
                void refreshTrigger(client, tenantId, { playbookId, id: trigger.id })
              })
            } else if (tried.outcome !== 'asking')
              toast({ kind: 'error', title: t('try.failed'), text: tried.reason })
          }}
          onClose={() => setIsOpen(false)}
          describe={describeError}
        />
      )}
    </>
  )
}

function AskNow({ trigger, playbookId }: TryProps) {
  const { t } = useTranslation('triggers')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: () => setOff(tenantId, trigger.id),
    onSuccess: () => toast({ kind: 'success', title: t('try.asking') }),
    onError: (error) => toast({ kind: 'error', title: t('try.failed'), text: describeError(error).text }),
    onSettled: () => refreshTrigger(client, tenantId, { playbookId, id: trigger.id }),
  })
  return (
    <Button
      leftSection={<IconRefresh {...ICON} />}
      w="fit-content"
      loading={asking.isPending}
      onClick={() => asking.mutate()}
    >
      {t('try.ask')}
    </Button>
  )
}
