import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Files.module.css'
import { fileSize } from './file-size.ts'
import type { Uploads } from './useUploads.ts'

export function UploadList({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation('files')
  if (uploads.sending.length === 0) return null
  return (
    <ul className={classes.uploads} aria-label={t('uploads')}>
      {uploads.sending.map(({ key, name, size, sent, error }) => (
        <li key={key} className={classes.upload} data-failed={error !== null || undefined}>
          <span className={classes.uploadName}>
            <bdi>{name}</bdi>
          </span>
          <span className={classes.meta}>{fileSize(size)}</span>
          {error === null ? (
            <Progress.Root size={4} className={classes.bar}>
              <Progress.Section value={sent * 100} aria-label={name} />
            </Progress.Root>
          ) : (
            <span className={classes.fault} role="alert">
              {error}
            </span>
          )}
          {error === null ? (
            <span className={classes.meta}>
              {sent < 1 ? t('sending', { percent: Math.floor(sent * 100) }) : t('keeping')}
            </span>
          ) : (
            <Button size="compact-xs" onClick={() => uploads.retry(key)}>
              {t('retry')}
            </Button>
          )}
          <ActionIcon
            size={24}
            aria-label={t(error === null ? 'cancel' : 'dismiss', { name })}
            onClick={() => uploads.drop(key)}
          >
            <IconX size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
