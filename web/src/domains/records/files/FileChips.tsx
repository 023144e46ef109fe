import type { FileView } from '@caseloom/contract/records/files'
import { ActionIcon } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Files.module.css'
import { fileSize } from './file-size.ts'

interface FileChipsProps {
  files: readonly FileView[]
  /** Absent for files that aren't stored yet. */
  onOpen?: ((file: FileView) => void) | undefined
  onRemove?: ((file: FileView) => void) | undefined
}

/** Names are isolated, whatever their direction. */
export function FileChips({ files, onOpen, onRemove }: FileChipsProps) {
  const { t } = useTranslation('files')
  if (files.length === 0) return null
  return (
    <span className={classes.chips}>
      {files.map((file) => (
        <span key={file.id} className={classes.chip}>
          <IconPaperclip size={14} stroke={1.7} aria-hidden />
          {onOpen === undefined ? (
            <bdi className={classes.plainName}>{file.name}</bdi>
          ) : (
            <button type="button" className={classes.name} onClick={() => onOpen(file)}>
              <bdi>{file.name}</bdi>
            </button>
          )}
          <span className={classes.meta}>{fileSize(file.size)}</span>
          {onRemove !== undefined && (
            <ActionIcon
              size={24}
              aria-label={t('remove', { name: file.name })}
              onClick={() => onRemove(file)}
            >
              <IconX size={12} stroke={2} aria-hidden />
            </ActionIcon>
          )}
        </span>
      ))}
    </span>
  )
}
