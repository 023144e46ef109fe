import type { LayoutBlock } from '@caseloom/contract/apps/layout'
import { Button, FileButton, SegmentedControl, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appImageAddress, sendAppImage } from '../../../data/app-images.ts'
import { ApiError } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import bar from './LayoutBar.module.css'

export type BlockChange = (next: LayoutBlock, part: string) => void
type ImageBlock = LayoutBlock & { kind: 'image' }

interface ImageSettingsProps {
  block: ImageBlock
  appId: string
  change: BlockChange
}

const SIZES = ['small', 'medium', 'full'] as const

export function ImageSettings({ block, appId, change }: ImageSettingsProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const upload = useMutation({
    mutationFn: (file: File) => sendAppImage(tenantId, appId, file),
    onSuccess: (image) => change({ ...block, image }, 'image'),
  })
  return (
    <>
      {block.image !== undefined && (
        <img
          className={bar.image}
          src={appImageAddress(tenantId, appId, block.image)}
          alt={block.alt || t('blocks.kinds.image')}
        />
      )}
      <div>
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => file !== null && upload.mutate(file)}
        >
          {(props) => (
            <Button
              {...props}
              loading={upload.isPending}
              leftSection={<IconUpload size={14} stroke={1.7} aria-hidden />}
            >
              {t(block.image === undefined ? 'blocks.upload' : 'blocks.replace')}
            </Button>
          )}
        </FileButton>
        <p className={bar.note}>{t('blocks.uploadNote')}</p>
        {upload.isError && (
          <p role="alert" className={bar.fault}>
            {t('blocks.uploadFailed')}. {reasonOf(upload.error)}
          </p>
        )}
      </div>
      <TextInput
        label={t('blocks.alt')}
        description={t('blocks.altNote')}
        required
        maxLength={300}
        value={block.alt}
        onChange={(event) => change({ ...block, alt: event.currentTarget.value }, 'alt')}
      />
      <ImageSize block={block} change={change} />
    </>
  )
}

function ImageSize({ block, change }: Pick<ImageSettingsProps, 'block' | 'change'>) {
  const { t } = useTranslation('apps')
  return (
    <div>
      <p className={bar.label}>{t('blocks.size')}</p>
      <SegmentedControl
        aria-label={t('blocks.size')}
        data={SIZES.map((value) => ({ value, label: t(`blocks.sizes.${value}`) }))}
        value={block.size}
        onChange={(size) => change({ ...block, size: SIZES.find((one) => one === size) ?? 'full' }, 'size')}
      />
    </div>
  )
}

/** What is wrong with the image, or with the request. */
function reasonOf(error: unknown): string {
  const [issue] = error instanceof ApiError ? error.issues : []
  return issue?.message ?? describeError(error).text
}
