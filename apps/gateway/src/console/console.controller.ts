import { Controller, Get, type OnModuleInit, Param, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { PREFIX, baseUrlOf } from '../http/base-url.ts';
import { answerNotFound } from '../http/not-found.ts';
import { ConsoleFiles } from './console-files.ts';

/** The addresses of the console's pages; its script chooses the page. */
const PAGES = ['/sign-in', '/reset-password', '/accept-invite', '/projects', '/projects/*'];

/** Nothing inline, nothing from another host, no native submission of forms, and no framing by other sites. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Serves the console, or redirects to the API reference if the console is not served. */
@Controller()
export class ConsoleController implements OnModuleInit {
  constructor(
    private readonly config: GatewayConfig,
    private readonly files: ConsoleFiles,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
  ) {}

  /** Answers people who open an address that leads nowhere with the console's page for it. */
  onModuleInit(): void {
    if (this.config.console === 'off') return;
    const server: FastifyInstance = this.host.httpAdapter.getInstance();
    server.notFoundPage.answer = async (request, response) => {
      const { page } = this.files;
      return page
        ? page.respondNotFound(request, response.headers(HEADERS))
        : answerNotFound(request, response);
    };
  }

  @Get('/')
  root(@Req() request: FastifyRequest, @Res() response: FastifyReply) {
    return this.files.page ? this.page(request, response) : this.toReference(request, response);
  }

  @Get(['/docs', PREFIX])
  toReference(@Req() request: FastifyRequest, @Res() response: FastifyReply) {
    return response.redirect(`${baseUrlOf(this.config, request)}/docs`, 302);
  }

  @Get(PAGES)
  page(@Req() request: FastifyRequest, @Res() response: FastifyReply) {
    const { page } = this.files;
    return page ? page.respond(request, response.headers(HEADERS)) : answerNotFound(request, response);
  }

  @Get('/assets/:name')
  asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() response: FastifyReply) {
    const asset = this.files.asset(name);
    return asset ? asset.respond(request, response) : answerNotFound(request, response);
  }
}
