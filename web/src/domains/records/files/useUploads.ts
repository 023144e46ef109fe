import type { FileView } from '@caseloom/contract/records/files'
import { MAX_FILE_BYTES } from '@caseloom/contract/field-types/attachment'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { fileSize } from './file-size.ts'
import { sendFile } from './files.queries.ts'

export interface Sending {
  key: number
  name: string
  size: number
  sent: number
  error: string | null
}

export interface Uploads {
  sending: readonly Sending[]
  busy: boolean
  add(files: readonly File[], most?: number): void
  drop(key: number): void
  retry(key: number): void
}

/**
 * Failed uploads stay with their reason and can be retried. Leaving the page stops those under way, unless `onLost` is
 * given: then they continue, and `onLost` says which failed.
 */
export function useUploads(
  onDone: (file: FileView) => void,
  onLost?: (name: string, why: string) => void,
): Uploads {
  const { t } = useTranslation('files')
  const { tenantId } = useTenantScope()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const files = useRef(new Map<number, { file: File; stop: AbortController; most: number }>())
  const next = useRef(0)
  const isLeft = useRef(false)
  const continues = onLost !== undefined
  useEffect(() => {
    const running = files.current
    isLeft.current = false
    return () => {
      isLeft.current = true
      if (!continues) running.forEach(({ stop }) => stop.abort())
    }
  }, [continues])
  const change = (key: number, over: Partial<Sending>) =>
    setSending((before) => before.map((one) => (one.key === key ? { ...one, ...over } : one)))
  const forget = (key: number) => {
    files.current.delete(key)
    setSending((before) => before.filter((one) => one.key !== key))
  }
  const start = (key: number) => {
    const entry = files.current.get(key)
    if (entry === undefined) return
    if (entry.file.size > entry.most) {
      change(key, { error: t('tooBig', { most: fileSize(entry.most) }) })
      return
    }
    const onProgress = (sent: number) => change(key, { sent })
    sendFile(tenantId, entry.file, { signal: entry.stop.signal, onProgress }).then(
      (file) => {
        forget(key)
        onDone(file)
      },
      (error: unknown) => {
        if (entry.stop.signal.aborted) return
        const why = hasCode(error, 'file.storage_full') ? t('full') : describeError(error).text
        if (isLeft.current) onLost?.(entry.file.name, why)
        else change(key, { error: why })
      },
    )
  }
  return {
    sending,
    busy: sending.some((one) => one.error === null),
    add(added, most = MAX_FILE_BYTES) {
      const fresh = added.map((file): Sending => {
        next.current += 1
        files.current.set(next.current, { file, stop: new AbortController(), most })
        return { key: next.current, name: file.name, size: file.size, sent: 0, error: null }
      })
      setSending((before) => [...before, ...fresh])
      for (const { key } of fresh) start(key)
    },
    drop(key) {
      files.current.get(key)?.stop.abort()
      forget(key)
    },
    retry(key) {
      change(key, { error: null, sent: 0 })
      start(key)
    },
  }
}
