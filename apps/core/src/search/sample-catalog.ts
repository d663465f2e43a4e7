import type { SearchDocument } from './document.js';
import { document } from './sample-document.js';

type Row = readonly [toolId: string, description: string, parameters?: string, aliases?: string];

/** Invented for the tests: what a company of some size might hand to its agents. */
const ROWS: readonly Row[] = [
  [
    'support.create_ticket',
    'Open an after-sales support ticket for a customer.',
    'subject: what is broken; priority',
  ],
  [
    'support.close_ticket',
    'Close a support ticket once the customer is satisfied.',
    'ticket_id; resolution',
  ],
  [
    'support.assign_agent',
    'Hand a ticket over to a colleague.',
    'ticket_id; assignee: e-mail of the agent',
  ],
  ['support.searchTickets', 'Full-text search over old support cases.', 'query; status'],
  ['billing.create_invoice', 'Draw up an invoice for an order.', 'order_id; due_date'],
  ['billing.send_dunning_letter', 'Remind a customer of an unpaid invoice.', 'invoice_id; level'],
  ['billing.issue_refund', 'Pay money back to the card that was charged.', 'payment_id; amount'],
  [
    'billing.get_exchange_rate',
    'Rate between two currencies on a day.',
    'from: ISO currency code; to',
  ],
  ['hr.request_leave', 'File a request for holidays or sick days.', 'first_day; last_day; kind'],
  ['hr.list_public_holidays', 'Public holidays of a country and year.', 'country; year'],
  ['hr.lookup_employee', 'Find the phone number, team and desk of a colleague.', 'name'],
  ['hr.payslip_download', 'Monthly salary statement as a PDF.', 'month'],
  [
    'travel.search_flights',
    'Find connections by air between two airports.',
    'origin; destination; date',
  ],
  ['travel.book_hotel', 'Reserve a room in a hotel.', 'city; check_in; check_out'],
  ['travel.train_timetable', 'Departures and arrivals of trains at a station.', 'station'],
  [
    'travel.visa_requirements',
    'Which visa a passport holder needs for a country.',
    'nationality; country',
  ],
  ['weather.forecast', 'Temperature, rain and wind of the coming days at a place.', 'place; days'],
  ['weather.air_quality', 'Fine dust and ozone measured near a place.', 'place'],
  [
    'calendar.createEvent',
    'Put a meeting into the calendar and invite people.',
    'title; attendees; start',
  ],
  ['calendar.find_free_slot', 'When all attendees have time for a meeting.', 'attendees; duration'],
  ['mail.send_message', 'Send an e-mail.', 'to; subject; body'],
  ['mail.unsubscribe', 'Stop a newsletter.', 'sender'],
  ['files.convertToPdf', 'Convert a document or slides to PDF.', 'file'],
  ['files.share_link', 'Make a link to a file for people outside.', 'file; expires_at'],
  ['files.ocr_scan', 'Read the text in a scanned image.', 'image; language'],
  ['text.translate', 'Translate a text to another language.', 'text; target_language'],
  ['text.summarize', 'Shorten a long document to its main points.', 'text; sentences'],
  ['text.detect_language', 'Tell the language in which a text is written.', 'text'],
  ['GitHub.createIssue', 'Report a bug in a repository.', 'repository; title; labels'],
  ['GitHub.merge_pull_request', 'Merge a reviewed branch.', 'repository; number'],
  [
    'deploy.rollback_release',
    'Go back to the previous release of a service.',
    'service; environment',
  ],
  ['deploy.tail_logs', 'The latest log lines of a service.', 'service; lines'],
  ['db.run_query', 'Run a read-only SQL statement on the warehouse.', 'sql'],
  ['crm.merge_contacts', 'Join duplicate contacts into one.', 'contact_ids'],
  [
    'logistics.track_parcel',
    'Where a shipment is and when it will be delivered.',
    'tracking_number',
  ],
  ['warehouse.check_stock', 'How many pieces of an article are in store.', 'sku', '库存查询'],
  ['orders.cancel', '取消一个尚未发货的订单。', 'order_id', '取消订单'],
  ['invoices.verify_cn', '查验增值税发票的真伪。', 'invoice_code: 发票代码; check_code: 校验码'],
  ['meetings.reserve_room', '预订会议室并通知参会人。', 'room: 会议室; start: 开始时间'],
  ['express.query', '查询快递物流的最新状态。', 'number: 快递单号'],
  ['attendance.punch_fix', '提交补卡申请，说明漏打卡的原因。', 'date: 日期; reason: 原因'],
];

export const SAMPLE_CATALOG: readonly SearchDocument[] = ROWS.map(
  ([toolId, description, parameters = '', aliases]) =>
    document(toolId, description, {
      parameters: parameters.split('; ').map((parameter) => {
        const [name = '', said = ''] = parameter.split(': ');
        return { name, description: said };
      }),
      aliases: aliases === undefined ? [] : [aliases],
    }),
);

type Asked = readonly [query: string, toolId: string];

export const ENGLISH: readonly Asked[] = [
  ['open a ticket for a broken router', 'support.create_ticket'],
  ['Could you please close this support ticket? The customer is happy.', 'support.close_ticket'],
  ['assign the case to another agent', 'support.assign_agent'],
  ['search old tickets about printers', 'support.searchTickets'],
  ['write an invoice for order 4711', 'billing.create_invoice'],
  ['remind the customer that the invoice is unpaid', 'billing.send_dunning_letter'],
  ['I want my money back on my card, refund please', 'billing.issue_refund'],
  ['what is the currency exchange rate of euro and dollar', 'billing.get_exchange_rate'],
  ['request two weeks of holidays', 'hr.request_leave'],
  ['public holidays in France next year', 'hr.list_public_holidays'],
  ["What is my colleague's phone number?", 'hr.lookup_employee'],
  ['salary statement of March', 'hr.payslip_download'],
  ['flights from Berlin to Lisbon', 'travel.search_flights'],
  ['I need a hotel room in Vienna', 'travel.book_hotel'],
  ['when do trains leave from the central station', 'travel.train_timetable'],
  ['do I need a visa for Japan', 'travel.visa_requirements'],
  ['will it rain tomorrow', 'weather.forecast'],
  ['is the air quality bad today', 'weather.air_quality'],
  ['schedule a meeting and invite the team', 'calendar.createEvent'],
  ['find a free slot with all attendees', 'calendar.find_free_slot'],
  ['stop the newsletter', 'mail.unsubscribe'],
  ['convert slides into a pdf', 'files.convertToPdf'],
  ['text of a scanned image', 'files.ocr_scan'],
  ['translation into Spanish language', 'text.translate'],
  ['report a bug on github', 'GitHub.createIssue'],
  ['roll back to the previous release', 'deploy.rollback_release'],
  ['read-only SQL on the warehouse', 'db.run_query'],
  ['merge duplicate contacts', 'crm.merge_contacts'],
];

export const MISSPELT: readonly Asked[] = [
  ['trak a parcell', 'logistics.track_parcel'],
  ['wether forcast', 'weather.forecast'],
  ['exchnge rates', 'billing.get_exchange_rate'],
  ['sumarize a documnt', 'text.summarize'],
  ['hotell rooom', 'travel.book_hotel'],
  ['unsubscibe from newsleter', 'mail.unsubscribe'],
  ['vissa requirments', 'travel.visa_requirements'],
];

export const CHINESE: readonly Asked[] = [
  ['帮我取消还没发货的订单', 'orders.cancel'],
  ['我想查一下这张发票是不是真的', 'invoices.verify_cn'],
  ['预订明天下午的会议室', 'meetings.reserve_room'],
  ['我的快递到哪里了', 'express.query'],
  ['昨天忘记打卡，要补卡', 'attendance.punch_fix'],
  ['查询商品库存', 'warehouse.check_stock'],
];
