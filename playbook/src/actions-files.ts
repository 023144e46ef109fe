import { z } from 'zod'
import { type ActionSpec, objectSchema } from './action-spec.ts'

/** Bytes of one part of a file that a step reads. */
export const MAX_PART = 1_048_576
/** Characters that a step writes into one file. */
export const MAX_WRITTEN = 8_000_000
/** Files that a step packs into one archive. */
export const MAX_ZIPPED = 100

const id = z.string().min(1).max(200)

/** A file: its ID, or the value that a mail, an attachment field, or an earlier step has for it. */
export const FileInput = z.union([id, z.looseObject({ id }), z.looseObject({ fileId: id })])
export type FileInput = z.infer<typeof FileInput>

const FILE_VALUE = {
  id: { type: 'string' },
  name: { type: 'string', examples: ['report.csv'] },
  mediaType: { type: 'string', examples: ['text/csv'] },
  size: { type: 'integer' },
  sha256: { type: 'string' },
}
const FILE = objectSchema(FILE_VALUE)
const UNPACKED = objectSchema({ ...FILE_VALUE, path: { type: 'string', examples: ['logs/report.csv'] } })

/** Actions that read and make files. */
export const fileActions: readonly ActionSpec[] = [
  {
    name: 'file.read',
    title: 'Read a file',
    description: 'Returns the content of a file, or a part of it, as text or Base64.',
    kind: 'effect',
    input: z.strictObject({
      file: FileInput,
      as: z.enum(['text', 'base64']).optional(),
      from: z.int().min(0).optional(),
      bytes: z.int().min(1).max(MAX_PART).optional(),
    }),
    required: ['file'],
    output: objectSchema({
      content: { type: 'string' },
      encoding: { type: 'string', examples: ['utf-8'] },
      size: { type: 'integer' },
      next: { type: ['integer', 'null'] },
    }),
  },
  {
    name: 'file.write',
    title: 'Write a file',
    description: 'Makes a file from text or Base64.',
    kind: 'effect',
    input: z.strictObject({
      name: z.string().min(1).max(500),
      text: z.string().max(MAX_WRITTEN).optional(),
      base64: z.string().max(MAX_WRITTEN).optional(),
    }),
    required: ['name'],
    output: FILE,
  },
  {
    name: 'file.hash',
    title: 'Hash a file',
    description: 'Returns the MD5, SHA-1, and SHA-256 hashes of a file.',
    kind: 'effect',
    input: z.strictObject({ file: FileInput }),
    required: ['file'],
    output: objectSchema({
      md5: { type: 'string' },
      sha1: { type: 'string' },
      sha256: { type: 'string' },
      size: { type: 'integer' },
    }),
  },
  {
    name: 'file.zip',
    title: 'Zip files',
    description: 'Packs files into a ZIP archive.',
    kind: 'effect',
    input: z.strictObject({
      name: z.string().min(1).max(500),
      files: z.array(FileInput).min(1).max(MAX_ZIPPED),
    }),
    required: ['name', 'files'],
    output: FILE,
  },
  {
    name: 'file.unzip',
    title: 'Unzip a file',
    description: 'Unpacks the files of a ZIP archive.',
    kind: 'effect',
    input: z.strictObject({ file: FileInput }),
    required: ['file'],
    output: objectSchema({ files: { type: 'array', items: UNPACKED } }),
  },
]
