import type { Channel } from '@caseloom/contract/identity/notification-channels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { ChannelList } from './ChannelList.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { channelsQuery } from './me.queries.ts'
import { NotificationTable } from './NotificationTable.tsx'
import { NotificationTimesForm } from './NotificationTimesForm.tsx'
import classes from './Notifications.module.css'
import { notificationsEn } from './notifications.en.ts'
import type { SectionProps } from './section.ts'

addTexts('notifications', notificationsEn)

/** Each choice applies immediately. */
export function NotificationsSection({ me }: SectionProps) {
  const { t } = useTranslation('notifications')
  const channels = useQuery(channelsQuery)
  const [connecting, setConnecting] = useState<Channel | null>(null)
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <p className={classes.text}>{t('text')}</p>
        <NotificationTable me={me} channels={channels.data} onConnect={setConnecting} />
      </div>
      <div className={classes.side}>
        <NotificationTimesForm me={me} />
        {channels.isError && channels.data === undefined && (
          <StateCard
            title={t('channels.loadFailed')}
            error={describeError(channels.error)}
            onRetry={() => void channels.refetch()}
          />
        )}
        <ChannelList channels={channels.data ?? []} onConnect={setConnecting} />
      </div>
      {connecting !== null && <ConnectDialog channel={connecting} onClose={() => setConnecting(null)} />}
    </div>
  )
}
