/** Lines of a MIME message. */
export const mime = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

export interface PhishingParts {
  attachments?: { name: string; type: string; bytes: Buffer }[]
  html?: string
}

const HTML =
  '<p>Dear customer,</p><p>see <a href="https://pay.example.net/r?id=1187">https://portal.example.com</a></p><img src="https://t.example.net/o.gif" width="1" height="1">'

/** A made-up phishing email as a mailbox stores it. */
export function aPhishingMail({ attachments = [], html = HTML }: PhishingParts = {}): Buffer {
  return mime(
    'Received: by mailbox-3.example.com with LMTP id c; Sun, 22 Nov 2026 22:10:13 +0000',
    'Authentication-Results: mx.example.com; spf=fail smtp.mailfrom=billing.example.net;',
    ' dkim=none; dmarc=fail (p=none) header.from=billing.example.net',
    'Received: from relay.example.org (relay.example.org [198.51.100.18]) by mx.example.com',
    ' with ESMTPS id b; Sun, 22 Nov 2026 22:10:09 +0000',
    'Authentication-Results: portal.example.com; spf=pass; dkim=pass; dmarc=pass',
    'From: "help@portal.example.com" <invoice@billing.example.net>',
    'Reply-To: accounts@paste.example.org',
    'To: Finance <finance@example.com>',
    'Subject: =?utf-8?q?Invoice_1187_is_overdue?=',
    'Date: Sun, 22 Nov 2026 22:09:00 +0000',
    'Message-ID: <1187@billing.example.net>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    ...attachments.flatMap(({ name, type, bytes }) => [
      '--outer',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64'),
    ]),
    '--outer--',
    '',
  )
}
