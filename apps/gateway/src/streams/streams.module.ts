import { Module, type OnModuleInit } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { AccessModule } from '../access/access.module.ts';
import { HttpModule } from '../http/http.module.ts';
import { AnswerStreamParts } from './answer-stream-endpoint.ts';
import { AnswerStreams } from './answer-streams.ts';
import { StreamCounts } from './stream-counts.ts';
import { StreamEndpointParts } from './stream-endpoint.ts';
import { Streams } from './streams.ts';

/** Streams of server-sent events. */
@Module({
  imports: [AccessModule, HttpModule],
  providers: [AnswerStreamParts, AnswerStreams, StreamCounts, StreamEndpointParts, Streams],
  exports: [AnswerStreamParts, StreamEndpointParts],
})
export class StreamsModule implements OnModuleInit {
  constructor(
    private readonly registry: Registry,
    private readonly streams: StreamCounts,
  ) {}

  onModuleInit(): void {
    const gauge: Gauge = new Gauge({
      name: 'http_streams',
      help: 'Streams of server-sent events that are open.',
      registers: [this.registry],
      collect: () => gauge.set(this.streams.size),
    });
  }
}
