import { fail } from '../../platform/errors.ts'

/**
 * The text of an uploaded license: the body itself, or the one file of a multipart form.
 * @throws request.invalid when the form holds no file or several
 */
export async function readUpload(raw: Buffer, contentType: string | undefined): Promise<string> {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) return raw.toString('utf8')
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': contentType ?? '' } })
    .formData()
    .catch((cause: unknown) => {
      throw fail('request.malformed', { cause })
    })
  const files = [...form.values()].filter((value) => typeof value !== 'string')
  const [file, ...more] = files
  if (file === undefined || more.length > 0) {
    const message = 'The form must contain one file'
    throw fail('request.invalid', { issues: [{ path: ['body'], code: 'one_file', message }] })
  }
  return file.text()
}
