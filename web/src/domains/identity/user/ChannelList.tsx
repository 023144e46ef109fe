import type { Channel, ChannelView } from '@caseloom/contract/identity/notification-channels'
import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ChannelIcon } from './ChannelIcon.tsx'
import { Confirm } from './Confirm.tsx'
import classes from './Notifications.module.css'
import { disconnectFrom, sendTest } from './me.queries.ts'
import { useAction } from './useAction.ts'

interface ChannelListProps {
  channels: readonly ChannelView[]
  onConnect: (channel: Channel) => void
}

/** What was delivered last on each connected channel, or why it wasn't. */
export function ChannelList({ channels, onConnect }: ChannelListProps) {
  return channels.map((view) => (
    <ChannelPart key={view.channel} view={view} onChange={() => onConnect(view.channel)} />
  ))
}

function ChannelPart({ view, onChange }: { view: ChannelView; onChange: () => void }) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)
  const { channel } = view
  const name = t(`names.${channel}`)
  const test = useAction({
    act: () => sendTest(client, channel),
    onDone: (failure) => {
      if (failure === null) toast({ kind: 'success', title: t('channels.tested', { channel: name }) })
    },
  })
  const leave = useAction({
    act: () => disconnectFrom(client, channel),
    onDone: () => toast({ kind: 'success', title: t('channels.disconnected', { channel: name }) }),
  })
  return (
    <section className={classes.part} aria-label={name}>
      <h2 className={classes.channelTitle}>
        <ChannelIcon channel={channel} />
        {name}
      </h2>
      <ChannelState view={view} />
      <div className={classes.buttons}>
        <Button size="xs" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          {t('channels.test')}
        </Button>
        <Button size="xs" variant="subtle" onClick={onChange}>
          {t('channels.change')}
        </Button>
        <Button size="xs" variant="subtle" loading={leave.isPending} onClick={() => setIsLeaving(true)}>
          {t('channels.disconnect')}
        </Button>
      </div>
      {isLeaving && (
        <Confirm
          title={t('channels.disconnectTitle', { channel: name })}
          text={t('channels.disconnectText')}
          action={t('channels.disconnect')}
          onConfirm={() => leave.mutate(undefined)}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </section>
  )
}

function ChannelState({ view: { host, deliveredAt, failure, pausedAt } }: { view: ChannelView }) {
  const { t } = useTranslation('notifications')
  return (
    <>
      <p className={classes.partText}>{host}</p>
      <p className={classes.partText}>
        {deliveredAt === null ? (
          t('channels.never')
        ) : (
          <>
            {t('channels.delivered')} <TimeAgo at={deliveredAt} />
          </>
        )}
      </p>
      {failure !== null && (
        <div className={classes.failure} role="status">
          <IconAlertCircle size={16} stroke={1.6} aria-hidden />
          <div>
            <p>
              {t('channels.failed')} <TimeAgo at={failure.at} />
            </p>
            <p>{failure.text}</p>
            {pausedAt !== null && <p>{t('channels.paused')}</p>}
          </div>
        </div>
      )}
    </>
  )
}
