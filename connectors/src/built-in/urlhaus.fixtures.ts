import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const SHA256 = '44d88612fea8a8f36de82e1278abb02f44d88612fea8a8f36de82e1278abb02f'
const MD5 = '44d88612fea8a8f36de82e1278abb02f'
const reference = 'https://urlhaus.abuse.ch/url/105821/'
const payload = {
  query_status: 'ok',
  md5_hash: MD5,
  sha256_hash: SHA256,
  file_type: 'exe',
  file_size: '241664',
  signature: 'TrickBot',
  firstseen: '2026-11-19 07:45:40',
  lastseen: '2026-11-20 07:45:40',
  url_count: '2',
  urls: [{ url: 'http://example.org/a.exe', url_status: 'online' }],
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://urlhaus-api.abuse.ch/v1' },
  actions: {
    'urlhaus.urlReport': {
      input: { url: 'http://example.org/a.exe' },
      sends: 'POST /url/',
      body: 'url=http%3A%2F%2Fexample.org%2Fa.exe',
      answers: {
        query_status: 'ok',
        id: '105821',
        urlhaus_reference: reference,
        url: 'http://example.org/a.exe',
        url_status: 'offline',
        host: 'example.org',
        date_added: '2026-11-19 01:33:05 UTC',
        threat: 'malware_download',
        blacklists: { spamhaus_dbl: 'not listed', surbl: 'not listed' },
        tags: null,
        payloads: [{ response_sha256: SHA256, file_type: 'exe', signature: null }],
      },
      output: {
        verdict: 'suspicious',
        summary: 'malware_download, offline, added 2026-11-19 01:33:05 UTC',
        link: reference,
      },
    },
    'urlhaus.hostReport': {
      input: { host: 'example.org' },
      sends: 'POST /host/',
      body: 'host=example.org',
      answers: {
        query_status: 'ok',
        urlhaus_reference: 'https://urlhaus.abuse.ch/host/example.org/',
        host: 'example.org',
        firstseen: '2026-11-19 01:33:05 UTC',
        url_count: '3',
        blacklists: { spamhaus_dbl: 'botnet_cc_domain', surbl: 'listed' },
        urls: [
          {
            id: '105821',
            url: 'http://example.org/a.exe',
            url_status: 'online',
            date_added: '2026-11-19 01:33:05 UTC',
            threat: 'malware_download',
            tags: ['exe'],
          },
        ],
      },
      output: { verdict: 'malicious', summary: '3 malware URLs since 2026-11-19 01:33:05 UTC' },
    },
    'urlhaus.fileReport': {
      input: { sha256_hash: SHA256 },
      sends: 'POST /payload/',
      body: `sha256_hash=${SHA256}`,
      answers: payload,
      output: { verdict: 'malicious', link: `https://urlhaus.abuse.ch/browse.php?search=${SHA256}` },
    },
    'urlhaus.fileReportByMd5': {
      input: { md5_hash: MD5 },
      sends: 'POST /payload/',
      body: `md5_hash=${MD5}`,
      answers: payload,
      output: { verdict: 'malicious', summary: 'Delivered by 2 URLs as exe; signature TrickBot' },
    },
  },
}
