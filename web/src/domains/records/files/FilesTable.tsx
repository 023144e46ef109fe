import type { AppView } from '@caseloom/contract/apps/apps'
import type { FileView } from '@caseloom/contract/records/files'
import { ActionIcon } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import classes from './Files.module.css'
import { fileSize, typeWord } from './file-size.ts'

export type PlacedFile = FileView & { place: string; can: { remove: boolean } }

interface FilesTableProps {
  app: AppView
  files: readonly PlacedFile[]
  onOpen: (file: PlacedFile) => void
  onDownload: (file: PlacedFile) => void
  onRemove: (file: PlacedFile) => void
}

export function FilesTable({ app, files, onOpen, onDownload, onRemove }: FilesTableProps) {
  const { t } = useTranslation('files')
  const placeName = (place: string) =>
    place === 'record' || place === 'comment'
      ? t(`places.${place}`)
      : (app.fields.find((field) => field.key === place)?.label ?? place)
  return (
    <table className={classes.table} aria-label={t('tab')}>
      <FilesHead />
      <tbody>
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            onOpen={onOpen}
            placeName={placeName}
            onDownload={onDownload}
            onRemove={onRemove}
          />
        ))}
      </tbody>
    </table>
  )
}

function FilesHead() {
  const { t } = useTranslation('files')
  return (
    <thead>
      <tr>
        <th scope="col">{t('name')}</th>
        <th scope="col">{t('size')}</th>
        <th scope="col">{t('type')}</th>
        <th scope="col">{t('place')}</th>
        <th scope="col" className={classes.optional}>
          {t('by')}
        </th>
        <th scope="col" className={classes.optional}>
          {t('at')}
        </th>
        <th scope="col">{t('hash')}</th>
        <th scope="col">
          <span className="cl-clipped">{t('actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

interface FileRowProps {
  file: PlacedFile
  onOpen: (file: PlacedFile) => void
  placeName: (place: string) => string
  onDownload: (file: PlacedFile) => void
  onRemove: (file: PlacedFile) => void
}

function FileRow({ file, onOpen, placeName, onDownload, onRemove }: FileRowProps) {
  const { t } = useTranslation('files')
  return (
    <tr>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell is named by its button */}
      <td className={classes.nameCell}>
        <button type="button" className={classes.name} onClick={() => onOpen(file)} title={file.name}>
          <bdi>{file.name}</bdi>
        </button>
      </td>
      <td className={classes.meta}>{fileSize(file.size)}</td>
      <td title={file.mediaType}>{typeWord(file.mediaType)}</td>
      <td>{placeName(file.place)}</td>
      <td className={classes.optional}>{file.by.name}</td>
      <td className={classes.optional}>
        <DateTime at={file.at} />
      </td>
      <td>
        <span className={classes.hash} title={file.sha256}>
          {file.sha256.slice(0, 8)}…
          <CopyButton value={file.sha256} label={t('copyHash')} />
        </span>
      </td>
      <td>
        <span className={classes.rowActions}>
          <ActionIcon aria-label={t('download', { name: file.name })} onClick={() => onDownload(file)}>
            <IconDownload size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          {file.can.remove && (
            <ActionIcon aria-label={t('remove', { name: file.name })} onClick={() => onRemove(file)}>
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </span>
      </td>
    </tr>
  )
}
