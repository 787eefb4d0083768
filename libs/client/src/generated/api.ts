// Generated from the OpenAPI document by `npm run client:generate`. Not edited by hand.

export interface paths {
    "/auth/token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in and get a user token
         * @description Exchanges an e-mail and a password for a user token, which every other call accepts as `Authorization: Bearer …`. It ends after 90 days without use, or by logging out. After 5 failures for an account from an address, attempts are slowed down: 429 with `Retry-After`. For programs, use the API key of a service account instead.
         *
         *     Open to anyone.
         */
        post: operations["sessions_log_in"];
        /**
         * Log out: revoke the user token of the request
         * @description Revokes the token that the request was sent with, within seconds everywhere. API keys and OAuth access tokens are ended elsewhere.
         *
         *     For users, with a user token.
         */
        delete: operations["sessions_log_out"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password-reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an e-mail for resetting a password
         * @description Sends an e-mail with a link that is valid for an hour. The response is the same whether or not such an account exists, and there is one e-mail a minute at most. While the link is valid for a quarter of an hour or more, a further e-mail has the same one; otherwise another, and the one before ends.
         *
         *     Open to anyone.
         */
        post: operations["password_resets_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password-reset/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password with the token from the e-mail, and get a user token
         * @description Sets the password with the token from the e-mail, which counts once. It proves who reads the mailbox, ends every other token of the user, and logs in.
         *
         *     Open to anyone.
         */
        post: operations["password_resets_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the user of the credential, with their memberships
         * @description Returns who a credential belongs to, and what they may do in which organizations and projects: the first call of a client that offers a choice of projects.
         *
         *     For any credential.
         */
        get: operations["users_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one’s own password, and revoke every other token
         * @description Needs the current password and a user token. Every other token of the user ends, so that somebody who knew the old password is logged out.
         *
         *     For users, with a user token.
         */
        patch: operations["users_change_password"];
        trace?: never;
    };
    "/users/me/organizations/{organization_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave an organization and its projects
         * @description Ends the membership of the user of the token, and with it those in the projects of the organization. The last admin of an organization or of a project cannot leave.
         *
         *     For users, with a user token.
         */
        delete: operations["users_leave"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description The organization’s name. Organizations own projects and service accounts, and their admins create both.
         *
         *     For admins of the organization.
         */
        get: operations["organizations_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an organization
         * @description Changes its name, which members see in `/users/me/`. Nothing else of an organization can be changed here.
         *
         *     For admins of the organization.
         */
        patch: operations["organizations_update"];
        trace?: never;
    };
    "/organizations/{organization_id}/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users of an organization, by e-mail
         * @description Everybody who belongs to the organization, those who were deactivated or have not accepted yet among them, and its service accounts, which have a list of their own, too.
         *
         *     For admins of the organization.
         */
        get: operations["users_list_of_organization"];
        put?: never;
        /**
         * Add a user to an organization; an existing account is invited by e-mail
         * @description Makes an account with a password, or without one, which is then set by a password reset. An account of another organization gets an e-mail, and belongs to this one when it accepts; until then `is_active` is false. It becomes a member of projects by a separate call.
         *
         *     For admins of the organization.
         */
        post: operations["users_add_to_organization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/users/{user_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Deactivate or reactivate a user, or change their role
         * @description A deactivated user has no access to the organization and its projects within 5 seconds, and gets it back with the same memberships. The account itself, and other organizations, are not affected. The last admin stays. `is_active` false for a user who has not accepted the invite yet withdraws it: its token ends, and they are added again to be invited again.
         *
         *     For admins of the organization.
         */
        patch: operations["users_update_in_organization"];
        trace?: never;
    };
    "/organizations/{organization_id}/service-accounts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service accounts of an organization, newest first
         * @description The accounts of programs, such as agents and integrations. They are members of projects like users.
         *
         *     For admins of the organization.
         */
        get: operations["service_accounts_list"];
        put?: never;
        /**
         * Create a service account
         * @description Creates an account for a program. Make it a member of a project with its `id` as the `user_id`, and issue an API key.
         *
         *     For admins of the organization.
         */
        post: operations["service_accounts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a service account, newest first
         * @description Everything about each key except the key itself: its first characters, its status, and when it was last used, to find keys that can be revoked.
         *
         *     For admins of the organization.
         */
        get: operations["api_keys_list"];
        put?: never;
        /**
         * Issue an API key; only this response shows it
         * @description Issues a key that acts as the service account on every endpoint. It is stored as a hash, so keep the `key` of this response: a repetition with the same `Idempotency-Key` is 409. An account has 100 valid keys at most.
         *
         *     For admins of the organization.
         */
        post: operations["api_keys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename, disable or enable an API key, or set when it expires
         * @description A disabled key is refused until it is enabled again; one whose `expires_at` is in the past expires at once. A revoked key stays revoked.
         *
         *     For admins of the organization.
         */
        patch: operations["api_keys_update"];
        trace?: never;
    };
    "/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/revoke/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key permanently
         * @description Permanently revokes a key, everywhere within 5 seconds. To replace a key without an interruption, issue the new one first.
         *
         *     For admins of the organization.
         */
        post: operations["api_keys_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects that the caller is a member of, newest first
         * @description Projects of which the caller is a member, with the publish mode of each.
         *
         *     For any credential.
         */
        get: operations["projects_list"];
        put?: never;
        /**
         * Create a project in an organization that the caller administers
         * @description The caller becomes the first admin of the new project, which has one artifact of each predefined type and its first tools. With `auto_publish`, each version that is appended is published with it; with `manual_publish`, agents go on reading the published version until somebody publishes another one.
         *
         *     For admins of the organization.
         */
        post: operations["projects_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description The project’s name, its organization, and how its versions are published.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["projects_get"];
        put?: never;
        post?: never;
        /**
         * Delete a project and everything in it permanently
         * @description Deletes the project with its artifacts, documents and their files, signals, interviews, tools, conversations and notifications. The body repeats the name of the project, so that no other one is deleted by mistake. Nobody can use it from then on; what is stored is deleted within minutes, and nothing brings it back.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["projects_remove"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Changes the name or the publish mode. From then on, the other mode applies to versions that are appended; what is published stays published.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        patch: operations["projects_update"];
        trace?: never;
    };
    "/projects/{project_id}/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a project, by e-mail
         * @description The members with their permissions and profiles, filtered by part of the e-mail.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["project_users_list"];
        put?: never;
        /**
         * Make a user a member of the project
         * @description For users and service accounts of the project’s organization, by `email` or `user_id`. Whoever has no account there is invited instead. `CAN_PERFORM_ADMIN_ACTIONS` includes viewing; interviews can be assigned to members of the profiles `tech` and `contributor`.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["project_users_add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/users/{project_user_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Ends the membership within 5 seconds. What they wrote stays. The last admin cannot be removed.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["project_users_remove"];
        options?: never;
        head?: never;
        /**
         * Change a member's permissions or profile
         * @description Takes effect within 5 seconds, also for streams that are open. The last admin of a project cannot be demoted.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        patch: operations["project_users_update"];
        trace?: never;
    };
    "/projects/{project_id}/users/remove-by-email/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a member by e-mail
         * @description Removes a member by e-mail instead of id. Callers cannot remove themselves.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["project_users_remove_by_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/invites/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invites to a project, newest first
         * @description Pending, accepted and cancelled invites. Filter by `status` and part of the e-mail.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["invites_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/invites/invite/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person by e-mail; a user of the organization becomes a member immediately
         * @description Sends an e-mail with a link, which is valid for 14 days. A user of the project’s organization is a member at once (`type` is `existing_user`). Inviting a pending address again renews the invite with a new token and a new e-mail, once a minute at most; 429 while no e-mail may be sent and no token is valid.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["invites_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/invites/{invite_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel a pending invite
         * @description The token becomes invalid. An invite that was already accepted or cancelled is not changed.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["invites_cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invites/accept/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invite: become a member of its project or organization, and get a user token
         * @description Takes the token from the e-mail, which counts once. A new account sets its password here; one whose mailbox was proved before joins without one. Interviews that were assigned to the address become the user’s.
         *
         *     Open to anyone.
         */
        post: operations["invites_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the artifact catalog
         * @description The catalog: what the project has written down, each with the number of its published and its latest version, without the contents. In scope first, then by `display_order` and `slug`. Agents read this first, then the published contents one by one.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["artifacts_list"];
        put?: never;
        /**
         * Create a custom artifact
         * @description Adds an artifact of the type `custom`. Its slug is made from the title and never changes; its first version is empty and published. `technical_type` decides what a payload is, and cannot be changed later.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["artifacts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an artifact with the content of a version
         * @description The artifact with the content of one version: the published one, which is what agents read, unless `version` names another one (`head` or a number), which is for admins. `payload` is null without versions. Responses have an `ETag`, so that polling costs next to nothing.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["artifacts_get"];
        put?: never;
        post?: never;
        /**
         * Delete a custom artifact with its versions
         * @description Deletes the artifact with all of its versions; it is no longer found. Predefined artifacts stay: take them out of scope instead.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["artifacts_remove"];
        options?: never;
        head?: never;
        /**
         * Change an artifact, or its place in the catalog
         * @description Changes the description of the artifact. To change its content, append a version. Only `in_scope` and `display_order` of predefined artifacts can be changed.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        patch: operations["artifacts_update"];
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/versions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append a version
         * @description Adds a complete new content as the next version. Send the number of the version that it is based on as `base_version_number`: if another one was appended meanwhile, the response is 409 with `head_version_number`, and nothing is overwritten. In `auto_publish` it is published with it. The payload is a text for `markdown` and `bpmn_xml`, an object for `mental_map`, and a list of objects for `playbook_list` and `design_template_list`.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["versions_append"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/versions/history/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an artifact, newest first
         * @description Who appended which version, when, where and why, without the contents. Pages have 20 versions unless `limit` says otherwise, and 100 at most.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["versions_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/versions/{version_number}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version
         * @description One version with its content, published or not.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["versions_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/versions/{version_number}/publish/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a version; an older one to roll back
         * @description Makes an existing version the one that agents read; an older one to roll back. No version is created, and publishing what is published changes nothing. 400 where the project publishes automatically.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["versions_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/versions/{version_number}/restore/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append a copy of an old version as the new head
         * @description Makes the content of an old version the newest one. It differs from publishing that version: the history goes on, and in `manual_publish` agents read the restored version only when it is published.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["versions_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/versions/{version_number}/diff/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a version with another one
         * @description What changed from the version in `against` to this one: a unified diff for texts, a JSON Patch (RFC 6902) for objects and lists. Without `against`, the version before.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["versions_diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/publish-head/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the head version
         * @description Makes the latest version the one that agents read. 400 where the project publishes automatically.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["versions_publish_head"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/artifacts/{slug}/publications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the publications of an artifact, newest first
         * @description Every change of the published version: from which to which, by whom and when. The history is complete.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["versions_publications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/knowledge-changelog/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of the project's knowledge, newest first
         * @description Every change of knowledge in the project in one list: what was created, changed, published, restored or deleted, by whom and when.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["changelog_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/bulk-upload/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload files: either all become documents or none
         * @description Takes a form with `files` and, optionally, `files_metadata` with the pairs of each. Either all files are stored, 100 MiB each at most, or none. They are read in the background: poll `indexing-status` until they are `active` and search finds them. `skip_parsing` stores them without reading.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["documents_store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of a project, newest first
         * @description Names, types, sizes and metadata, without texts. Filter by part of the name and by the type.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["documents_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/get-without-file/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of a project, newest first; an alias
         * @description The same as the list of documents, under the name that existing clients use.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["documents_get_without_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/indexing-status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the indexing status of documents
         * @description How far reading is: `created`, `indexing`, `active`, or `failed` with the reason. Without `document_ids`, of the newest 1,000.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["documents_indexing_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/storage/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the storage that the documents of a project use and may use
         * @description How many bytes the files of the project take up, and how many it may store. An upload beyond that is 413.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["documents_storage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/bulk-delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete documents
         * @description Deletes several documents with their files. Ids that name none are ignored, so it can be repeated.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["documents_bulk_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/{document_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document
         * @description The document’s name, type, size, pages and metadata, and where its file is.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["documents_get"];
        put?: never;
        post?: never;
        /**
         * Delete a document with its file
         * @description The document disappears from lists and searches immediately; its file is deleted shortly after.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["documents_remove"];
        options?: never;
        head?: never;
        /**
         * Rename a document
         * @description Search results show the new name immediately. The file is not changed.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        patch: operations["documents_rename"];
        trace?: never;
    };
    "/projects/{project_id}/documents/{document_id}/content/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a document, or a part of it
         * @description The bytes as they were uploaded, as an attachment. `Range` gets a part (206); `If-None-Match` saves the download of what the client has. A user may have 20 downloads under way at a time at each gateway, and a project 64: more are 429. One ends where its reader may no longer view the project.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["documents_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/{document_id}/text/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the text of a document, or of one of its pages
         * @description The text of the file, or of one `page`. Null until the file was read, which happens before the document is `active`, and for a page that it does not have or a file that is not read.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["documents_text"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/filter-by-metadata/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the documents that have one of several values, newest first
         * @description Documents of which any value equals one of the given ones, whatever its key, compared without regard to case. An empty list matches nothing. `POST` the same body to `next` for the next page.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["document_metadata_filter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/metadata-values/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the values that documents have under a key
         * @description The 1,000 most frequent values that documents of the project have under one key, for the choices of a filter.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["document_metadata_values"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/available-document-metadata/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that documents have, with their most frequent values and how many have them
         * @description For each key, its 100 most frequent values and how many documents have each: what a filter offers. The first 1,000 keys in alphabetical order, and 8 MiB of values in all: `value_count` says how many a key has, and more of them are listed by the key.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["document_metadata_available"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/available-document-metadata/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys that documents have, each with its values
         * @description One object with the keys and their sorted values: the first 1,000 keys in alphabetical order, the 1,000 most frequent values of each, and 8 MiB of values in all.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["document_metadata_values_by_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/{document_id}/metadata-values/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the values that a document has under a key
         * @description The values that one document has under one key.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["document_metadata_values_of_document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/{document_id}/metadata-add/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add one or several pairs of a key and a value to a document
         * @description Adds one pair, or a list of pairs, to the document. A pair that it already has changes nothing.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["document_metadata_add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/{document_id}/metadata-remove-pair/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a pair of a key and a value from a document
         * @description `removed` says whether the document had the pair.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["document_metadata_remove_pair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/documents/{document_id}/metadata-remove-key/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove all pairs with a key from a document
         * @description Removes every value under the key; `removed_count` says how many.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["document_metadata_remove_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/search/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find passages of documents, published artifacts and completed interviews, by words, meaning or both
         * @description Searches what the project knows. `both` combines words and meaning and is best for questions; `words` finds exact names and codes; `meaning` finds paraphrases. Each hit says where it is from and why it matched. Members find only interviews that they may see.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["passages_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/signals/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signals, most recently updated first (admins all; others their own)
         * @description Feedback about the content of the project. Admins see all, others what they submitted. `sentiment=actionable` selects negative and neutral ones; `search` looks in the text and in the submitter’s e-mail.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["signals_list"];
        put?: never;
        /**
         * Submit a signal
         * @description Says that something is wrong, missing or good; `is_positive` null is neutral. `context` holds whatever the client knows about the place, and is returned unchanged. With `conversation_id` and `query_id` in it, the signal shows the question that it is about. Admins are notified, and an action is suggested in the background.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["signals_submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/signals/counts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the signals that are visible to the caller, by status and sentiment
         * @description The counts above a review board: signals by status and sentiment, and the conversations that have something to review.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["signals_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/signals/grouped_by_conversation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signals grouped by conversation, most recently updated first
         * @description A review board by conversation: each group has counts and signals. A signal without a conversation is a group of its own. `count` counts groups.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["signals_grouped_by_conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/signals/mark_conversation_reviewed/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close all open signals of a conversation
         * @description Closes all open signals of one conversation, and returns how many there were.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["signals_mark_conversation_reviewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/signals/{signal_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a signal
         * @description One signal with its suggested action. A signal that the caller may not see is not found.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["signals_get"];
        put?: never;
        post?: never;
        /**
         * Delete a signal
         * @description Permanently deletes a signal. To close one, change its status instead.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["signals_remove"];
        options?: never;
        head?: never;
        /**
         * Change, close or reopen a signal (admins any, others their own)
         * @description `reviewed` and `dismissed` close a signal, `to_review` opens it again and clears who closed it and when. The submitter is notified when somebody else closes it.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        patch: operations["signals_update"];
        trace?: never;
    };
    "/projects/{project_id}/interview-campaigns/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns, newest first
         * @description Named groups of interviews. A campaign is made by the first assignment that names it.
         *
         *     For all members of the project.
         */
        get: operations["campaigns_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-campaigns/{campaign_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a campaign
         * @description Names are unique in a project without regard to case. Drafts of the campaign name it by its new name. Campaigns are neither created nor deleted here.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        patch: operations["campaigns_rename"];
        trace?: never;
    };
    "/projects/{project_id}/interviews/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List interviews, newest first (admins all; others those that they take or created)
         * @description Filter by `status` (several, separated by commas), `campaign`, `type` or `text`, which looks in names and transcripts; `assigned_to=me` selects what the caller has to take.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["interviews_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/feed/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns with their progress, and the interviews that are in none, newest first
         * @description One list for a board: a row for each campaign with its progress, and a row for each interview outside of campaigns. `status_counts` counts all interviews of the project.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["feed_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/assignable-users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people to whom interviews can be assigned: members and pending invites, by e-mail
         * @description Members of the profiles `tech` and `contributor`, and pending invites of these. Addresses to which nothing can be assigned are listed apart.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["interviewees_assignable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/assign/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign interviews, one per person: either all or none
         * @description Makes an interview for each of `assignee_ids` and `invite_emails`, and sends an e-mail to each, now or at `scheduled_send_at`. An interview asks its `questions`; a `guided-interview` works through its `topics`. Reminders are sent as they say. `draft_id` is the draft that this sends, which is deleted with it.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["assignment_assign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/{interview_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an interview with its transcript
         * @description The interview with its agenda, its memory and all entries of the transcript. Only its assignee, who created it, and admins see it.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["interviews_get"];
        put?: never;
        post?: never;
        /**
         * Delete an interview with its transcript
         * @description Deletes the interview with its transcript, and ends its reminders. What was written to artifacts stays.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["interviews_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/{interview_id}/stop-reminders/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the automatic reminders of an interview permanently
         * @description No automatic reminder is sent any more; one can still be sent by hand. 400 for an interview without reminders.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["reminders_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/{interview_id}/send-reminder/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a reminder of an interview now, at most once a minute
         * @description Sends an e-mail to the assignee now, whatever the schedule says; the interview itself, where the assignee was away when it was due, or a member has got the address that was invited. 400 when the interview is not due yet or is completed, and when the assignee is no longer a member or may not view the project.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["reminders_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/{interview_id}/stop-reminders-by-mail/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the reminders of an interview permanently, with the token from one of them
         * @description What the link and the unsubscribe header of a reminder lead to: it needs no credential but the token in the e-mail (RFC 8058).
         *
         *     Open to anyone.
         */
        post: operations["reminders_stop_by_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drafts of interviews, newest first
         * @description Saved preparations of interviews, with their test runs.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["drafts_list"];
        put?: never;
        /**
         * Save a new draft, which may be unfinished
         * @description Saves what is known so far; every field is optional. Nothing is sent until the interview is assigned with the `draft_id`.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["drafts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/{draft_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a draft
         * @description A draft with its test runs.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["drafts_get"];
        put?: never;
        post?: never;
        /**
         * Discard a draft
         * @description Deletes the draft and its test runs; no e-mail is sent.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["drafts_remove"];
        options?: never;
        head?: never;
        /**
         * Change fields of a draft
         * @description Changes the given fields and leaves the others. Test runs under way say that the draft has changed.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        patch: operations["drafts_update"];
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/{draft_id}/clone/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a draft into a new one; nothing is sent
         * @description Copies recipients, schedule, reminders, campaign and name, for a second round.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["drafts_clone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/{draft_id}/test-runs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a test run of a draft, and abandon the caller’s unfinished one
         * @description Lets the author take the interview themselves, from any topic on, before anybody is invited. It is recorded with the draft and with nothing else.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["test_runs_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a test run
         * @description The progress of a test run, and the topics that were skipped.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["test_runs_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/messages/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transcript of a test run, in order
         * @description All questions and answers, including those of topics that were left.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["test_runs_list"];
        put?: never;
        /**
         * Answer the interviewer of a test run
         * @description Records the answer, and returns the interviewer’s next turn.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["test_runs_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/jump/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Jump to another topic
         * @description Leaves the current topic and continues with another one, so that authors can try a part of the interview.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["test_runs_jump"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/complete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a test run before its last question
         * @description Ends a test run as if its last question had been answered.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["test_runs_complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/abandon/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abandon a test run
         * @description Ends a test run early. It stays in the list.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["test_runs_abandon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/{interview_id}/messages/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transcript of an interview, in order
         * @description All entries, or those after the entry `after`, for clients that poll.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["messages_list"];
        put?: never;
        /**
         * Answer the interviewer (only the assignee); the first answer begins the interview
         * @description Records the answer of the assignee, and returns it with the interviewer’s next turn. Send a `client_message_id`: when the response is lost, the same one again gets the same entries, and nothing is recorded twice.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["messages_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/{interview_id}/complete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an interview (its assignee, or an admin)
         * @description Ends the interview before its last question. Its reminders end, its assigner is notified, and search finds it.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["messages_complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/{interview_id}/write/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a completed interview to an artifact as a new version, once (write scope `global`)
         * @description Appends what was said to the artifact that the body names, as a new version of the caller. It is done once for an interview; interviews of the write scope `local` stay in their conversation.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["interview_writing_write"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/interviews/import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the transcript of an interview that was recorded elsewhere
         * @description Takes a transcript as JSON or as a file (text with `Speaker:` lines, WebVTT, SRT or JSON), which is read in the background: `import_status` is `parsing`, then `completed` or `failed` with the reason.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["imports_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/notifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notifications that are unread or were read in the last 7 days, newest first
         * @description Events that concern the caller. Filter by `status` and `notification_type`. Notifications that were read more than 7 days ago are left out; unread ones are deleted after a year.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["notifications_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/notifications/unread-count/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the unread notifications
         * @description The number on a notification bell. Clients that show it live follow the stream instead.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["notifications_unread_count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/notifications/stream/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream new, changed and deleted notifications as they happen
         * @description Server-sent events: `created`, `changed` and `deleted` notifications of the caller; `all_read` and `read_deleted` are about all of them. After an interruption, send the last `id` as `Last-Event-ID`: nothing is missed or repeated, or there is a `reset`: what was listed may be out of date, so list again.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["notifications_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/notifications/mark-all-as-read/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all notifications as read
         * @description Marks all unread notifications as read, and returns how many there were.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["notifications_mark_all_as_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/notifications/delete-read/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete all notifications that were read
         * @description Deletes all notifications that were read, and returns how many there were.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["notifications_remove_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/notifications/{notification_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a notification
         * @description One notification. A notification of another user is not found, nor is one for admins if the caller is not an admin.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["notifications_get"];
        put?: never;
        post?: never;
        /**
         * Delete a notification
         * @description Deletes the notification for the caller only.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        delete: operations["notifications_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/notifications/{notification_id}/mark-as-read/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as read
         * @description Sets `read_at`. A notification that is already read keeps its time.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["notifications_mark_as_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/notifications/{notification_id}/mark-as-unread/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as unread
         * @description Clears `read_at`, so that the notification counts as unread again.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["notifications_mark_as_unread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/tools/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tools of a project, oldest first
         * @description What agents of the project can run: its own tools and those that it imported. Filter by `tool_type`.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["tools_list"];
        put?: never;
        /**
         * Create a tool
         * @description Creates a tool; its `configuration` depends on its type. `websearch` needs a search engine, and `sub_agent` a language model, that the installation configures. A project has 500 tools at most.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["tools_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/tools/import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a tool of another project (for admins of both)
         * @description The tool keeps its id, follows the original, works on the knowledge of the project that runs it, and leaves when the original is deleted.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["tools_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/tools/{tool_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tool with its configuration
         * @description A tool with its configuration.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["tools_get"];
        put?: never;
        post?: never;
        /**
         * Delete a tool, unless it is imported, with its imports in other projects
         * @description Deletes a tool, and its imports in other projects. An imported tool is deleted in the project that owns it.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        delete: operations["tools_remove"];
        options?: never;
        head?: never;
        /**
         * Change a tool, unless it is imported
         * @description Changes the given fields, also for the projects that imported the tool. The type cannot be changed. An imported tool is changed in the project that owns it.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        patch: operations["tools_update"];
        trace?: never;
    };
    "/projects/{project_id}/tools/{tool_id}/parameters/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the parameters of a tool
         * @description Which keys the body of a run has, with their types and defaults. They depend on the type and the configuration: a tool with tags to include has `included_tags`, for example.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["tools_parameters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/tools/{tool_id}/run/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a tool with the values of its parameters, by their ids
         * @description Runs the tool as the caller: it finds nothing that they may not read. The response is a list of results, whose form depends on the type. A wrong parameter is 400 and says which; a run that takes longer than 30 seconds is 504. Send an `Idempotency-Key`, and a repetition does not run again.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["tool_runs_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/tools/{tool_id}/runs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a tool, newest first
         * @description The runs of the last 30 days: who ran the tool when, with which values, how long it took, and how it ended.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        get: operations["tool_runs_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/agent-settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settings of a project's agents, the default first
         * @description The settings with which conversations can be started: `agent_settings` of a new conversation is the id of one of these. A project has one from the start.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["settings_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations, most recently updated first (one’s own; admins all)
         * @description Conversations without their entries. Filter by `tags`, `no_tags` and `text`; `include_archived` includes archived ones. Conversations that others share are opened by their id and not listed.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["conversations_list"];
        put?: never;
        /**
         * Begin a conversation
         * @description Begins an empty conversation with the project’s agent. Ask by sending messages.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["conversations_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/all-tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags of conversations
         * @description The tags that the caller’s conversations have, for a filter.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["conversations_all_tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/{conversation_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation with its complete history
         * @description The conversation with all entries: questions, tool calls, and answers with their sources. Members other than its creator and admins see it only while it is shared.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["conversations_get"];
        put?: never;
        post?: never;
        /**
         * Archive a conversation
         * @description Hides the conversation from the list. It can be unarchived, or permanently deleted by an admin.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        delete: operations["conversations_archive"];
        options?: never;
        head?: never;
        /**
         * Rename or tag a conversation
         * @description Changes the name of the conversation or replaces its tags.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        patch: operations["conversations_update"];
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/{conversation_id}/unarchive/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive a conversation
         * @description Shows the conversation in the list again. 400 if it is not archived.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["conversations_unarchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/{conversation_id}/permanent_delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete an archived conversation with its history
         * @description Permanently deletes the conversation with its entries. It has to be archived first.
         *
         *     For members of the project with `CAN_PERFORM_ADMIN_ACTIONS`.
         */
        post: operations["conversations_remove_permanently"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/{conversation_id}/share/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share a conversation with all members of the project, who open it by its id
         * @description Every member who has its id can read the conversation until it is unshared. Only its creator can ask in it.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["conversations_share"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/{conversation_id}/unshare/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop sharing a conversation
         * @description From then on, only its creator and admins can open the conversation.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["conversations_unshare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/{conversation_id}/messages/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the agent (only the creator of the conversation); the new entries contain the answer
         * @description Waits for the answer, and returns the new entries: the question, calls of tools, and the answer with its sources. A language model answers where one is configured; otherwise the best passages are quoted. An answer under way goes on when the client goes away.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["conversations_ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/{conversation_id}/send_message_stream/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the agent, and stream the answer while it is generated
         * @description Asks, and returns the entries as server-sent events, one by one. After an interruption, follow the stream with the last `id`.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        post: operations["conversations_begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/playground-conversations/{conversation_id}/stream/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the answer to the last question of a conversation, after a `Last-Event-ID`
         * @description Server-sent events: the entries after `Last-Event-ID`, those that exist and those that are still made.
         *
         *     For members of the project with `CAN_VIEW_DATA`.
         */
        get: operations["conversations_follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptedInvite: {
            /** @description Sent as `Authorization: Bearer <token>`. */
            token: string;
            user: components["schemas"]["UserReference"];
            /**
             * Format: uuid
             * @description The organization that the user now belongs to.
             */
            organization_id: string;
            /**
             * Format: uuid
             * @description Null for an invite to an organization.
             */
            project_id: string | null;
        };
        AgentSettings: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Whether new conversations get these settings by default. */
            is_default: boolean;
        };
        AllTags: {
            /** @description The first 1,000 distinct tags, ignoring case in the order of Unicode: `b` before `Ärger`. */
            tags: string[];
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The beginning of the key, to identify it. */
            prefix: string;
            /** @enum {string} */
            status: "active" | "disabled" | "expired" | "revoked";
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the hour.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ArtifactDetail: {
            /** Format: uuid */
            id: string;
            /** @description Unique in the project. Derived from the title and never changed. */
            slug: string;
            title: string;
            /** @enum {string} */
            semantic_type: "brief" | "project_plan" | "mental_map" | "general_knowledge" | "playbooks" | "library_description" | "design_templates" | "custom";
            /** @enum {string} */
            technical_type: "markdown" | "mental_map" | "playbook_list" | "design_template_list" | "bpmn_xml";
            in_scope: boolean;
            display_order: number;
            group: string;
            definition_short: string;
            /** @description 0 when there are no versions yet. */
            head_version_number: number;
            /** Format: date-time */
            head_updated_at: string | null;
            version_count: number;
            /** @description The version that agents read; null before the first publication. */
            published_version_number: number | null;
            can_delete: boolean;
            definition_long: string;
            format_description: string;
            capture_discipline: string;
            selected_version_number: number | null;
            /** @description A string, an object or an array, depending on the technical type. */
            payload: unknown;
        };
        ArtifactItem: {
            /** Format: uuid */
            id: string;
            /** @description Unique in the project. Derived from the title and never changed. */
            slug: string;
            title: string;
            /** @enum {string} */
            semantic_type: "brief" | "project_plan" | "mental_map" | "general_knowledge" | "playbooks" | "library_description" | "design_templates" | "custom";
            /** @enum {string} */
            technical_type: "markdown" | "mental_map" | "playbook_list" | "design_template_list" | "bpmn_xml";
            in_scope: boolean;
            display_order: number;
            group: string;
            definition_short: string;
            /** @description 0 when there are no versions yet. */
            head_version_number: number;
            /** Format: date-time */
            head_updated_at: string | null;
            version_count: number;
            /** @description The version that agents read; null before the first publication. */
            published_version_number: number | null;
            can_delete: boolean;
        };
        ArtifactVersion: {
            /** Format: uuid */
            id: string;
            version_number: number;
            short_name: string;
            change_summary: string;
            /** @description `chat`, `mcp`, `ui`, the assistant, or empty for a system write. */
            edit_source: string;
            /** Format: date-time */
            created_at: string;
            /** Format: email */
            created_by_email: string | null;
            conversation: components["schemas"]["VersionConversation"] | null;
            /** Format: uuid */
            coach_conversation_id: string | null;
            /** Format: uuid */
            created_by_id: string | null;
            payload: unknown;
        };
        AssignableUser: {
            /**
             * Format: uuid
             * @description The id of the user, or of the invite if it is pending.
             */
            id: string;
            email: string;
            is_admin: boolean;
            /** @description Whether the person has yet to accept an invite. Assign interviews to them by `invite_emails`. */
            pending_invite: boolean;
        };
        AssignableUsers: {
            /** @description Ordered by e-mail. */
            users: components["schemas"]["AssignableUser"][];
            /** @description Members and pending invites to whom no interview can be assigned: those with the profile `user`, and service accounts. */
            non_interviewable_emails: string[];
        };
        AvailableMetadata: {
            key: string;
            /** @description The number of pairs with this key. */
            count: number;
            /** @description The number of distinct values. */
            value_count: number;
            /** @description The 100 most frequent values, most frequent first; fewer if the values of all keys exceed 8 MiB. */
            values: components["schemas"]["CountedValue"][];
        };
        Campaign: {
            /** Format: uuid */
            id: string;
            /** @description Unique in the project, ignoring case. */
            name: string;
            /** Format: date-time */
            created_at: string;
            interview_count: number;
        };
        CampaignProgress: {
            /** Format: uuid */
            id: string;
            /** @description Unique in the project, ignoring case. */
            name: string;
            /** Format: date-time */
            created_at: string;
            interview_count: number;
            completed_count: number;
            in_progress_count: number;
            pending_count: number;
            /**
             * Format: date-time
             * @description When one of its interviews was last assigned, taken or completed.
             */
            last_activity_at: string;
        };
        CampaignReference: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        ChangelogEntry: {
            /** Format: uuid */
            id: string;
            description: string;
            /** Format: date-time */
            created_at: string;
            /** Format: email */
            user_email: string | null;
        };
        ChatEntry: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "assistant" | "user";
            content: string;
            /** @enum {string} */
            type: "message";
            /** Format: date-time */
            timestamp: string;
            /** @description The index of the topic or question that the entry is about, from 0. */
            topic_index: number | null;
        };
        ChatMemory: {
            summary: string;
            covered_topics: string[];
            facts: string[];
        };
        ClonedDraft: {
            message: string;
            cloned_draft: components["schemas"]["InterviewDraft"];
        };
        Conversation: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            type: "playground";
            /** Format: uuid */
            created_by: string;
            /** Format: uuid */
            agent_settings: string;
            agent_settings_name: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the conversation was last changed or got an entry.
             */
            updated_at: string;
            tags: string[];
            /** @description Whether all members of the project may read the conversation by its id. */
            is_shared: boolean;
            is_archived: boolean;
            /** Format: date-time */
            archived_at: string | null;
            /** @description Oldest entry first. */
            chat_history: components["schemas"]["ConversationEntry"][];
        };
        ConversationEntry: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "user" | "assistant";
            /** @description The text of the message, or the name of the tool for a `tool_call`. */
            content: string;
            /** @enum {string} */
            type: "message" | "tool_call" | "reasoning_flow";
            /** @description The number of the question in its conversation, from 1. All entries that answer it have the same number. */
            query_id: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Null unless the entry is a `tool_call`.
             * @enum {string|null}
             */
            tool_type: "retrieval" | "math" | "document_retrieval" | "data_statistics" | "websearch" | "sub_agent" | null;
            /** @description The values with which the tool was run. */
            input_parameters: {
                [key: string]: unknown;
            };
            /** @description For a `tool_call`, the objects that the tool returned; their fields depend on the tool. For an answer, its sources: documents and artifacts, with the place in each. */
            results: {
                [key: string]: unknown;
            }[];
        };
        ConversationItem: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            type: "playground";
            /** Format: uuid */
            created_by: string;
            /** Format: uuid */
            agent_settings: string;
            agent_settings_name: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the conversation was last changed or got an entry.
             */
            updated_at: string;
            tags: string[];
            /** @description Whether all members of the project may read the conversation by its id. */
            is_shared: boolean;
            is_archived: boolean;
            /** Format: date-time */
            archived_at: string | null;
        };
        ConversationReviewed: {
            /** @description How many signals were open, and are now closed. */
            updated_count: number;
            /** Format: uuid */
            conversation_id: string;
            /** @enum {string} */
            new_status: "to_review" | "reviewed" | "dismissed";
        };
        CountedValue: {
            value: string;
            /** @description How many documents have this value. */
            count: number;
        };
        DocumentDetail: {
            /** Format: uuid */
            id: string;
            name: string;
            content_type: string;
            /** @description The number of pages of a PDF that was read; 1 for any other file, and for a PDF stored with `skip_parsing`. */
            page_count: number;
            /** @description In bytes. */
            file_size: number;
            /** @description Pairs of a key and a value. */
            metadata: [
                string,
                string
            ][];
            /** @enum {string} */
            status: "active" | "deleting" | "deleted";
            /** @description The URL of the file’s content; a path if no `PUBLIC_BASE_URL` is configured. */
            file: string;
            /**
             * @description Where the document comes from.
             * @enum {string}
             */
            source: "upload";
            /** @description Metadata from the source; empty for an upload. */
            source_metadata: {
                [key: string]: unknown;
            };
            /** @description Always null: documents are read as they were uploaded. */
            computed_pdf_file: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            uploaded_by: components["schemas"]["Uploader"];
            /**
             * @description created: not read yet; indexing: being read, or found by its words but not yet by all of its meaning; active: found by both, or stored without text; failed: it cannot be read.
             * @enum {string}
             */
            indexing_status: "created" | "indexing" | "active" | "failed";
            /** @description Why the document could not be read. */
            indexing_error: string | null;
        };
        DocumentIndexing: {
            /** Format: uuid */
            id: string;
            /**
             * @description created: not read yet; indexing: being read, or found by its words but not yet by all of its meaning; active: found by both, or stored without text; failed: it cannot be read.
             * @enum {string}
             */
            status: "created" | "indexing" | "active" | "failed";
            error: string | null;
        };
        DocumentItem: {
            /** Format: uuid */
            id: string;
            name: string;
            content_type: string;
            /** @description The number of pages of a PDF that was read; 1 for any other file, and for a PDF stored with `skip_parsing`. */
            page_count: number;
            /** @description In bytes. */
            file_size: number;
            /** @description Pairs of a key and a value. */
            metadata: [
                string,
                string
            ][];
            /** @enum {string} */
            status: "active" | "deleting" | "deleted";
            /** @description The URL of the file’s content; a path if no `PUBLIC_BASE_URL` is configured. */
            file: string;
            /**
             * @description Where the document comes from.
             * @enum {string}
             */
            source: "upload";
            /** @description Metadata from the source; empty for an upload. */
            source_metadata: {
                [key: string]: unknown;
            };
            /** @description Always null: documents are read as they were uploaded. */
            computed_pdf_file: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DocumentsDeleted: {
            deleted_count: number;
        };
        DocumentStorage: {
            /** @description The bytes that all files of the project take up. */
            stored_bytes: number;
            /** @description The most bytes that all files of the project may take up. */
            allowed_bytes: number;
            /** @description The number of files that the project has. */
            stored_files: number;
            /** @description The most files that the project may have. */
            allowed_files: number;
        };
        DocumentText: {
            /** Format: uuid */
            id: string;
            /**
             * @description created: not read yet; indexing: being read, or found by its words but not yet by all of its meaning; active: found by both, or stored without text; failed: it cannot be read.
             * @enum {string}
             */
            indexing_status: "created" | "indexing" | "active" | "failed";
            page_count: number;
            /** @description Null if there is no text: the file was not read yet, cannot be read, was stored without extraction, or has no such page. */
            text: string | null;
        };
        DraftCampaign: {
            /**
             * Format: uuid
             * @description Null while the project has no campaign of this name.
             */
            id: string | null;
            name: string;
        };
        DraftTopic: {
            /**
             * Format: uuid
             * @description Send it in an update to keep the topic.
             */
            id: string;
            title: string;
            description: string;
            skill_id: string;
        };
        Error: {
            error: string;
        } & {
            [key: string]: unknown;
        };
        FeedRow: {
            /** @enum {string} */
            kind: "campaign" | "interview";
            campaign: components["schemas"]["CampaignProgress"] | null;
            interview: components["schemas"]["InterviewSummary"] | null;
        };
        FoundPassage: {
            /** @enum {string} */
            kind: "artifact" | "document" | "interview";
            /**
             * Format: uuid
             * @description The id of the document, the artifact or the interview.
             */
            id: string;
            /** @description The slug of the artifact; otherwise null. */
            slug: string | null;
            /** @description The name of the document or the interview, or the title of the artifact. */
            title: string;
            /** @description The published version that contains the passage; null for documents and interviews. */
            version_number: number | null;
            /** @description The page of a document, from 1; otherwise null. */
            page: number | null;
            /** @description The headings above the passage, or the topic of an interview; empty if there are none. */
            heading: string;
            text: string;
            /** @description From 0 to 1, best first. Comparable within one response only. */
            score: number;
            matched_by: components["schemas"]["PassageMatch"];
        };
        ImportInfo: {
            /** @enum {string} */
            import_status: "parsing" | "completed" | "failed";
            participants: string[];
            /** @description A calendar date. */
            interview_date: string | null;
            error: string | null;
        };
        Interview: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            created_by: string;
            created_by_email: string;
            /** @enum {string} */
            type: "interview" | "guided-interview" | "imported-interview";
            /**
             * Format: uuid
             * @description Null for an import, and while the invited person has not joined.
             */
            assigned_to: string | null;
            /**
             * Format: uuid
             * @description Of an import: who imported it.
             */
            assigned_by: string;
            /** @description The e-mail of the assignee, or of the invite until they have joined. Empty for an import. */
            assigned_to_email: string;
            /** @description Of an import: the e-mail of who imported it. */
            assigned_by_email: string;
            /** @description Whether the assignee has not joined the project yet. */
            is_pending_invite: boolean;
            /** @description For imports only; otherwise null. */
            import_info: components["schemas"]["ImportInfo"] | null;
            /** @description For imports only; otherwise null. */
            meeting_info: components["schemas"]["MeetingInfo"] | null;
            /**
             * @description Null until an import is read.
             * @enum {string|null}
             */
            status: "pending" | "in_progress" | "completed" | null;
            campaign: components["schemas"]["CampaignReference"] | null;
            /** @description The beginning of the first message; empty if there is none. */
            first_message_preview: string;
            message_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The settings of the assignment: `topic`, `questions`, `language`, the messages, the reminders. */
            type_additional_parameters: {
                [key: string]: unknown;
            };
            /** @description The whole transcript, in order. */
            chat_history: components["schemas"]["ChatEntry"][];
            chat_memory: components["schemas"]["ChatMemory"];
            /** @description Documents that only this interview uses. */
            local_documents: string[];
            /** @description The agenda of a guided interview, in order; empty for other types. */
            topics: components["schemas"]["Topic"][];
            /** @enum {string} */
            write_scope: "local" | "global";
            /**
             * Format: date-time
             * @description When the reminders were permanently stopped by an admin, the assigner or a link in an e-mail.
             */
            reminders_stopped_at: string | null;
        };
        InterviewCounts: {
            pending?: number;
            in_progress?: number;
            completed?: number;
            /** @description Imports that have no status because they were not read yet. */
            none?: number;
        };
        InterviewDraft: {
            /** Format: uuid */
            id: string;
            /** @description Derived from the topic if no name was given; `Untitled draft` without a topic. */
            name: string;
            topic: string;
            /** @enum {string} */
            interview_type: "interview" | "guided-interview";
            questions: string[];
            topics: components["schemas"]["DraftTopic"][];
            assignee_ids: string[];
            invite_emails: string[];
            language: string;
            custom_message: string;
            custom_focus: string;
            /** Format: date-time */
            scheduled_send_at: string | null;
            reminders_enabled: boolean;
            reminder_start_after_days: number;
            reminder_interval_days: number;
            reminder_max_count: number;
            campaign: components["schemas"]["DraftCampaign"] | null;
            /** @description Newest first. The newest 20 are kept. */
            test_runs: components["schemas"]["TestRun"][];
            source_session: components["schemas"]["SourceSession"] | null;
            /** Format: uuid */
            created_by: string;
            created_by_email: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        InterviewStep: {
            /** @description The recorded message and the interviewer's next turn. */
            entries: components["schemas"]["ChatEntry"][];
            /** @enum {string} */
            status: "pending" | "in_progress" | "completed";
            /** @description The agenda of a guided interview; empty for other types. */
            topics: components["schemas"]["Topic"][];
        };
        InterviewSummary: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            created_by: string;
            created_by_email: string;
            /** @enum {string} */
            type: "interview" | "guided-interview" | "imported-interview";
            /**
             * Format: uuid
             * @description Null for an import, and while the invited person has not joined.
             */
            assigned_to: string | null;
            /**
             * Format: uuid
             * @description Of an import: who imported it.
             */
            assigned_by: string;
            /** @description The e-mail of the assignee, or of the invite until they have joined. Empty for an import. */
            assigned_to_email: string;
            /** @description Of an import: the e-mail of who imported it. */
            assigned_by_email: string;
            /** @description Whether the assignee has not joined the project yet. */
            is_pending_invite: boolean;
            /** @description For imports only; otherwise null. */
            import_info: components["schemas"]["ImportInfo"] | null;
            /** @description For imports only; otherwise null. */
            meeting_info: components["schemas"]["MeetingInfo"] | null;
            /**
             * @description Null until an import is read.
             * @enum {string|null}
             */
            status: "pending" | "in_progress" | "completed" | null;
            campaign: components["schemas"]["CampaignReference"] | null;
            /** @description The beginning of the first message; empty if there is none. */
            first_message_preview: string;
            message_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Invite: {
            /** Format: uuid */
            id: string;
            email: string;
            permissions: ("CAN_VIEW_DATA" | "CAN_PERFORM_ADMIN_ACTIONS" | "CAN_IMPERSONATE_OTHER_USERS")[];
            /** @enum {string} */
            profile: "tech" | "contributor" | "user";
            /** @enum {string} */
            status: "pending" | "accepted" | "cancelled";
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description For a pending invite, when its e-mail was last requested.
             */
            updated_at: string;
            invited_by: components["schemas"]["UserReference"];
        };
        Me: {
            /** Format: uuid */
            id: string;
            email: string;
            /** Format: date-time */
            date_joined: string;
            /** @description The first 10,000 by name. */
            organizations: components["schemas"]["MyOrganization"][];
            /** @description The first 10,000 by name; `GET /projects/` lists all. */
            projects: components["schemas"]["MyProject"][];
        };
        MeetingInfo: {
            /** Format: uuid */
            meeting_id: string;
            /** @enum {string} */
            platform: "zoom" | "google_meet" | "microsoft_teams" | "other";
            participants: components["schemas"]["MeetingParticipant"][];
            duration_ms: number;
            /** Format: date-time */
            started_at: string;
            url: string;
        };
        MeetingParticipant: {
            id: string;
            name: string;
            is_host: boolean;
        };
        MetadataKeyRemoved: {
            removed_count: number;
            document: components["schemas"]["DocumentDetail"];
        };
        MetadataPair: {
            key: string;
            value: string;
        };
        MetadataPairRemoved: {
            /** @description False if the document had no such pair. */
            removed: boolean;
            document: components["schemas"]["DocumentDetail"];
        };
        MetadataValues: {
            key: string;
            values: string[];
        };
        MyOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            role: "admin" | "member";
        };
        MyProject: {
            /** Format: uuid */
            id: string;
            name: string;
            permissions: ("CAN_VIEW_DATA" | "CAN_PERFORM_ADMIN_ACTIONS" | "CAN_IMPERSONATE_OTHER_USERS")[];
            /** @enum {string} */
            profile: "tech" | "contributor" | "user";
        };
        NewApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The beginning of the key, to identify it. */
            prefix: string;
            /** @enum {string} */
            status: "active" | "disabled" | "expired" | "revoked";
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the hour.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Sent as `Authorization: Bearer <key>`. */
            key: string;
        };
        NewDraftTopic: {
            title: string;
            /** @default  */
            description?: string;
            /** @default  */
            skill_id?: string;
            /**
             * Format: uuid
             * @description The id of the topic that this one replaces. Any other id is ignored.
             */
            id?: string | null;
        };
        NewInvite: {
            /** Format: uuid */
            id: string;
            email: string;
            permissions: ("CAN_VIEW_DATA" | "CAN_PERFORM_ADMIN_ACTIONS" | "CAN_IMPERSONATE_OTHER_USERS")[];
            /** @enum {string} */
            profile: "tech" | "contributor" | "user";
            /** @enum {string} */
            status: "pending" | "accepted" | "cancelled";
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description For a pending invite, when its e-mail was last requested.
             */
            updated_at: string;
            invited_by: components["schemas"]["UserReference"];
            /**
             * @description An `existing_user` of the organization is a member immediately; a `new_user` has to accept.
             * @enum {string}
             */
            type: "new_user" | "existing_user";
        };
        NewTopic: {
            title: string;
            /** @default  */
            description?: string;
            /** @default  */
            skill_id?: string;
            /**
             * Format: uuid
             * @description The id of the topic in a draft. Interviews have none.
             */
            id?: string | null;
        };
        Notification: {
            /** @enum {string} */
            scope: "project";
            /** Format: uuid */
            project: string;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * Format: uuid
             * @description The recipient of the notification.
             */
            user: string;
            /** @enum {string} */
            status: "unread" | "read";
            /** @enum {string} */
            access_level: "admin" | "viewer";
            title: string;
            message: string;
            /** @enum {string} */
            notification_type: "document_processed" | "document_failed" | "signal_submitted" | "signal_closed" | "interview_assigned" | "interview_completed" | "interview_import_completed" | "interview_import_failed" | "artifact_published" | "member_joined";
            actions?: components["schemas"]["NotificationActions"];
            /**
             * Format: date-time
             * @description Null while it is unread.
             */
            read_at: string | null;
            /** @description `artifact`, `document`, `project_user`, … */
            source_object_type: string;
            source_object_id: string;
            /** @description English: `just now`, `5 minutes ago`. */
            relative_time: string;
            /**
             * Format: date-time
             * @description The same as `created_at`.
             */
            absolute_time: string;
        };
        NotificationAction: {
            label: string;
            /** @description `link`: `url` leads to the object. */
            type: string;
            /** @description The path of the object in this API, relative to the base URL. */
            url: string;
        };
        NotificationActions: {
            primary: components["schemas"]["NotificationAction"];
            secondary: components["schemas"]["NotificationAction"][];
        };
        NotificationsChanged: {
            message: string;
            count: number;
        };
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            created_at: string;
        };
        OrganizationUser: {
            /** Format: uuid */
            id: string;
            email: string;
            /** Format: date-time */
            date_joined: string;
            is_active: boolean;
            /** @enum {string} */
            role: "admin" | "member";
        };
        PassageMatch: {
            /** @description The words of the query as they are written in the passage, its headings or its title. */
            words: string[];
            /** @description How similar in meaning the passage is to the query, from 0 to 1; null if meanings were not compared. */
            nearness: number | null;
        };
        PasswordResetRequest: Record<string, never>;
        PatchOperation: {
            /** @enum {string} */
            op: "add" | "remove" | "replace";
            path: string;
            value?: unknown;
        };
        Project: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** @enum {string} */
            artifact_publish_mode: "auto_publish" | "manual_publish";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ProjectUser: {
            /** Format: uuid */
            id: string;
            user: components["schemas"]["UserSummary"];
            permissions: ("CAN_VIEW_DATA" | "CAN_PERFORM_ADMIN_ACTIONS" | "CAN_IMPERSONATE_OTHER_USERS")[];
            /** @enum {string} */
            profile: "tech" | "contributor" | "user";
        };
        Publication: {
            /** Format: uuid */
            id: string;
            from_version_number: number | null;
            to_version_number: number;
            /** Format: uuid */
            published_by_id: string | null;
            /** Format: email */
            published_by_email: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ReminderSent: {
            /** @enum {string} */
            status: "reminder_sent";
        };
        RemindersStopped: {
            /** @enum {string} */
            status: "reminders_stopped";
        };
        RunError: {
            error: string;
            /** @enum {string} */
            error_type: "validation_error" | "configuration_error" | "execution_error" | "timeout_error";
            /** @description What went wrong, such as `missing_parameter` or `time_limit`. */
            error_code: string;
            /** @constant */
            status: "error";
            message: string;
        } & {
            [key: string]: unknown;
        };
        Runner: {
            /** Format: uuid */
            id: string;
            email: string;
        };
        SentimentCounts: {
            positive: number;
            negative: number;
            neutral: number;
            /** @description Negative or neutral. */
            actionable: number;
        };
        ServiceAccount: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Identifies the account where users are listed; it receives no e-mail. */
            email: string;
            /** Format: date-time */
            created_at: string;
        };
        Session: {
            /** @description Sent as `Authorization: Bearer <token>`. */
            token: string;
            /**
             * Format: date-time
             * @description When the token expires; each use extends it.
             */
            expires_at: string;
            user: components["schemas"]["UserReference"];
        };
        Sharing: {
            /** @enum {string} */
            status: "shared" | "unshared";
            is_shared: boolean;
        };
        Signal: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            given_by: components["schemas"]["SignalUser"];
            /** @enum {string} */
            status: "to_review" | "reviewed" | "dismissed";
            feedback: string;
            /** @description The context exactly as it was submitted. */
            context: {
                [key: string]: unknown;
            };
            /** @description True: positive, false: negative, null: neutral. */
            is_positive: boolean | null;
            /** @description The message that the feedback is about. */
            user_message: string;
            conversation_title: string;
            /**
             * @description Determined after the signal is created.
             * @enum {string}
             */
            suggested_action_type: "none" | "edit_artifact" | "add_knowledge" | "review_conversation";
            /** @description The most similar artifact or document, and why. */
            suggested_action_data: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the signal was closed; null while it is open.
             */
            reviewed_at: string | null;
            /** @description Null while the signal is open, and if an unattended agent closed it. */
            reviewed_by: components["schemas"]["SignalUser"] | null;
            /** @description The number of the question that the signal is about. */
            query_id: number | null;
            /** @enum {string} */
            source: "PlaygroundConversation" | "MCP" | "Manual" | "ObjectsExplorer" | "cross_store_conversation" | "api";
        };
        SignalCounts: {
            total: number;
            status: components["schemas"]["StatusCounts"];
            sentiment: components["schemas"]["SentimentCounts"];
            /** @description Open signals. */
            to_review: number;
            /** @description Reviewed signals. */
            reviewed: number;
            /** @description Conversations with an open signal, without archived ones. */
            conversations_to_review: number;
            /** @description Conversations that have signals, none of them open, without archived ones. */
            conversations_reviewed: number;
            /** @description Open signals that have no conversation. */
            ungrouped_to_review: number;
            /** @description Closed signals that have no conversation. */
            ungrouped_reviewed: number;
        };
        SignalGroup: {
            /**
             * Format: uuid
             * @description Null for a signal without a conversation, which is a group of its own.
             */
            conversation_id: string | null;
            /** @description The current title, or that of the newest signal if the conversation was deleted or is not visible to the caller. */
            conversation_title: string;
            /**
             * Format: date-time
             * @description Null if the conversation is not visible to the caller.
             */
            conversation_created_at: string | null;
            /** @description Empty if the conversation was deleted or is not visible to the caller. */
            agent_name: string;
            /** @description True for a deleted conversation, too. */
            conversation_is_archived: boolean;
            to_review_count: number;
            reviewed_count: number;
            dismissed_count: number;
            /** @description The most recently updated first, 100 at most: with `status=to_review`, closed ones are left out before open ones. The counts include all. */
            signals: components["schemas"]["Signal"][];
        };
        SignalUser: {
            /** Format: uuid */
            id: string;
            email: string;
        };
        SourceSession: {
            kind: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        StatusCounts: {
            to_review: number;
            reviewed: number;
            dismissed: number;
        };
        TestRun: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "pending" | "in_progress" | "completed" | "abandoned";
            /** @description Blank if the draft does not specify a language either. */
            language: string;
            /** @description The index of the topic, from 0, or of the question if the draft has no topics. */
            started_from_topic_index: number;
            /** @description The title of that topic or question. */
            started_from_topic_title: string;
            skipped_topic_ids: string[];
            jumps: components["schemas"]["TopicJump"][];
            message_count: number;
            /** @description Whether the draft has changed since. The run continues with the draft as it was when the run began. */
            draft_changed_since_start: boolean;
            /** @description The page on which the interview is taken; a path if no `PUBLIC_BASE_URL` is configured. */
            interview_url: string;
            draft_source_session: components["schemas"]["SourceSession"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TestRunDetail: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "pending" | "in_progress" | "completed" | "abandoned";
            /** @description Blank if the draft does not specify a language either. */
            language: string;
            /** @description The index of the topic, from 0, or of the question if the draft has no topics. */
            started_from_topic_index: number;
            /** @description The title of that topic or question. */
            started_from_topic_title: string;
            skipped_topic_ids: string[];
            jumps: components["schemas"]["TopicJump"][];
            message_count: number;
            /** @description Whether the draft has changed since. The run continues with the draft as it was when the run began. */
            draft_changed_since_start: boolean;
            /** @description The page on which the interview is taken; a path if no `PUBLIC_BASE_URL` is configured. */
            interview_url: string;
            draft_source_session: components["schemas"]["SourceSession"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            topics: components["schemas"]["TestRunTopic"][];
        };
        TestRunStep: {
            entries: components["schemas"]["ChatEntry"][];
            /** @enum {string} */
            status: "pending" | "in_progress" | "completed" | "abandoned";
            topics: components["schemas"]["TestRunTopic"][];
        };
        TestRunTopic: {
            title: string;
            description: string;
            /** @enum {string} */
            status: "open" | "in_progress" | "covered" | "skipped";
            skill_id: string;
            /**
             * Format: uuid
             * @description The id of the topic in the draft.
             */
            id: string;
        };
        Tool: {
            /**
             * Format: uuid
             * @description An imported tool keeps its id from the project that owns it.
             */
            id: string;
            name: string;
            description: string;
            /** @enum {string} */
            tool_type: "retrieval" | "math" | "document_retrieval" | "data_statistics" | "websearch" | "sub_agent";
            /**
             * @description Null unless the tool is a `retrieval` tool.
             * @enum {string|null}
             */
            retrieval_mode: "semantic-chunks" | "semantic-objects" | "templated-query" | null;
            /** @enum {string} */
            category: "local" | "imported";
            /** Format: uuid */
            owner_project_id: string;
            owner_project_name: string;
            /** @description True for an imported tool, which can be changed only in the project that owns it. */
            readonly: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ToolDetail: {
            /**
             * Format: uuid
             * @description An imported tool keeps its id from the project that owns it.
             */
            id: string;
            name: string;
            description: string;
            /** @enum {string} */
            tool_type: "retrieval" | "math" | "document_retrieval" | "data_statistics" | "websearch" | "sub_agent";
            /**
             * @description Null unless the tool is a `retrieval` tool.
             * @enum {string|null}
             */
            retrieval_mode: "semantic-chunks" | "semantic-objects" | "templated-query" | null;
            /** @enum {string} */
            category: "local" | "imported";
            /** Format: uuid */
            owner_project_id: string;
            owner_project_name: string;
            /** @description True for an imported tool, which can be changed only in the project that owns it. */
            readonly: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Settings that depend on the `tool_type`; see the guide to tools. */
            configuration: {
                [key: string]: unknown;
            };
        };
        ToolParameter: {
            /** @description The key under which a run of the tool gives the value. */
            id: string;
            /** @enum {string} */
            type: "string" | "integer" | "number" | "boolean" | "array" | "object";
            description: string;
            required: boolean;
            /** @description The value that is used if none is sent. */
            default?: unknown;
        };
        ToolRun: {
            /** Format: uuid */
            id: string;
            run_by: components["schemas"]["Runner"];
            /** @description The values that were sent. Long texts are truncated. */
            input_parameters: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status: "success" | "error";
            /** @description Why the run failed. */
            error: string | null;
            /** @description How many objects the run returned. */
            result_count: number;
            /** @description In milliseconds. */
            duration_ms: number;
            /** Format: date-time */
            started_at: string;
        };
        Topic: {
            title: string;
            description: string;
            /** @enum {string} */
            status: "open" | "in_progress" | "covered" | "skipped";
            skill_id: string;
        };
        TopicJump: {
            /** Format: uuid */
            from_topic_id: string;
            /** Format: uuid */
            to_topic_id: string;
            at_message_count: number;
        };
        UnreadCount: {
            count: number;
        };
        Uploader: {
            /** Format: uuid */
            id: string;
            email: string;
        };
        UserReference: {
            /** Format: uuid */
            id: string;
            email: string;
        };
        UserSummary: {
            /** Format: uuid */
            id: string;
            email: string;
            /** Format: date-time */
            date_joined: string;
        };
        VersionConversation: {
            /** Format: uuid */
            id: string;
            type: string | null;
            name: string | null;
        };
        VersionDiff: {
            from: number;
            to: number;
            /** @enum {string} */
            format: "unified" | "json_patch";
            /** @description A unified diff for texts; null for objects and arrays. */
            unified: string | null;
            /** @description A JSON Patch (RFC 6902) for objects and arrays; null for texts. */
            operations: components["schemas"]["PatchOperation"][] | null;
        };
        VersionHistoryRow: {
            /** Format: uuid */
            id: string;
            version_number: number;
            short_name: string;
            change_summary: string;
            /** @description `chat`, `mcp`, `ui`, the assistant, or empty for a system write. */
            edit_source: string;
            /** Format: date-time */
            created_at: string;
            /** Format: email */
            created_by_email: string | null;
            conversation: components["schemas"]["VersionConversation"] | null;
            changelog_entry: components["schemas"]["ChangelogEntry"] | null;
        };
    };
    responses: {
        /** @description The request is invalid. Each invalid field is a key whose value lists what is wrong. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request has an `Expect` header that cannot be met. */
        ExpectationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `You do not have permission to perform this action.`, or why an API key is refused. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The deadline of the request passed. */
        GatewayTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A defect of the service; its log has the details under the request id. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Success, without a body. */
        NoContent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `Not found.` */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The client already has the current content. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                ETag: components["headers"]["ETag"];
                /** @description Cached by the client alone, and revalidated each time. */
                "Cache-Control": "private, no-cache";
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid. Each invalid field is a key whose value lists what is wrong. */
        ReplayableBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A request with the same Idempotency-Key is still running, and `Retry-After` says when to repeat it; or its response contained a secret, which is shown only once. */
        ReplayableConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                /** @description Present only if a request with the same Idempotency-Key is still running. Repeat the request after this many seconds to get its response. */
                "Retry-After"?: string;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `You do not have permission to perform this action.`, or why an API key is refused. */
        ReplayableForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Success, without a body. */
        ReplayableNoContent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `Not found.` */
        ReplayableNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address or the headers of the request are larger than 16 KiB. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body did not arrive within 2 minutes. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Overloaded, or a dependency is unavailable; `Retry-After` says when to retry. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests: more of the project wait than its share, or the installation limits them; too many failed logins, logins at once, e-mails about invites, or new Idempotency-Keys; `Retry-After` says when to retry. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `Authentication credentials were not provided.` */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Idempotency-Key was used with another body. */
        UnprocessableEntity: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not application/json in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Matches the content type exactly. */
        content_type: string;
        conversation_id: string;
        document_id: string;
        draft_id: string;
        /** @description For 24 hours, repeated requests with the same key take effect once and get the same response. */
        "Idempotency-Key": string;
        /** @description The `ETag` of an earlier response, several separated by commas, or `*`. */
        "If-None-Match": string;
        interview_id: string;
        key: string;
        key_id: string;
        /** @description The `id` of the last event that was read: the stream resumes after it, without gaps or repeats, or says that it cannot: by a `reset`, on which notifications are listed again, or by an `end`. */
        "Last-Event-ID": string;
        /** @description The maximum number of results on a page. */
        limit: number;
        notification_id: string;
        /** @description The number of results to skip. */
        offset: number;
        organization_id: string;
        /** @description The id of the project. */
        project_id: string;
        project_user_id: string;
        /** @description Case-insensitive part of the e-mail. */
        search: string;
        service_account_id: string;
        signal_id: string;
        /** @description The slug of the artifact. */
        slug: string;
        test_run_id: string;
        tool_id: string;
        /** @description The number of the version. */
        version_number: number;
        /** @description The user of the project to act as; needs `CAN_IMPERSONATE_OTHER_USERS`, else 403. If no user who may view the project has this e-mail, the request is processed as the caller. */
        "X-Impersonate-Email": string;
        /** @description Returned in the response and written to every log line of the request. Generated if absent. */
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: {
        /** @description Ranges of bytes may be requested. */
        "Accept-Ranges": "bytes";
        /** @description Never cached. */
        "Cache-Control": "no-store";
        /** @description Marks the response as an attachment with the name of the document. */
        "Content-Disposition": string;
        /** @description The first and the last byte, and the size of the whole: `bytes 0-1023/4096`, `bytes *\/4096`. */
        "Content-Range": string;
        /** @description Browsers run nothing of the file. */
        "Content-Security-Policy": "sandbox; default-src 'none'";
        /** @description Send it as `If-None-Match` to get 304 while the object is unchanged. */
        ETag: string;
        /** @description The response to an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
        /** @description Retry after this many seconds. */
        "Retry-After": string;
        /** @description How to authenticate, and what is wrong with a credential that was sent (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description Tells proxies to forward each event immediately. */
        "X-Accel-Buffering": "no";
        /** @description Browsers must not guess the type. */
        "X-Content-Type-Options": "nosniff";
        /** @description The id of the request; its log lines contain it. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sessions_log_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description 16 KiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    sessions_log_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    password_resets_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description 16 KiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetRequest"];
                };
            };
        };
    };
    password_resets_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description 16 KiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The token from the e-mail. It can be used once, within an hour. */
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    users_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    users_change_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    current_password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    users_leave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    organizations_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    organizations_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    users_list_of_organization: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["OrganizationUser"][];
                    };
                };
            };
        };
    };
    users_add_to_organization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @description The password of a new account; without one, the user cannot log in yet. An existing account keeps its password. */
                    password?: string;
                    /**
                     * @default member
                     * @enum {string}
                     */
                    role?: "admin" | "member";
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationUser"];
                };
            };
        };
    };
    users_update_in_organization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
                user_id: string;
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A deactivated user has no access to the organization and its projects. False withdraws an invite that is still pending. */
                    is_active?: boolean;
                    /** @enum {string} */
                    role?: "admin" | "member";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationUser"];
                };
            };
        };
    };
    service_accounts_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ServiceAccount"][];
                    };
                };
            };
        };
    };
    service_accounts_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
        };
    };
    api_keys_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
                service_account_id: components["parameters"]["service_account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ApiKey"][];
                    };
                };
            };
        };
    };
    api_keys_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
                service_account_id: components["parameters"]["service_account_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @default  */
                    name?: string;
                    /**
                     * Format: date-time
                     * @description When the key expires; never if absent.
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    api_keys_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
                service_account_id: components["parameters"]["service_account_id"];
                key_id: components["parameters"]["key_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    status?: "active" | "disabled";
                    /**
                     * Format: date-time
                     * @description A time in the past expires the key immediately.
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    api_keys_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: components["parameters"]["organization_id"];
                service_account_id: components["parameters"]["service_account_id"];
                key_id: components["parameters"]["key_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    projects_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["Project"][];
                    };
                };
            };
        };
    };
    projects_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: uuid */
                    organization_id: string;
                    /**
                     * @default auto_publish
                     * @enum {string}
                     */
                    artifact_publish_mode?: "auto_publish" | "manual_publish";
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    projects_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    projects_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    projects_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    artifact_publish_mode?: "auto_publish" | "manual_publish";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    project_users_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                /** @description Case-insensitive part of the e-mail. */
                search?: components["parameters"]["search"];
                /** @description An alias of `search`. */
                email?: string;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ProjectUser"][];
                    };
                };
            };
        };
    };
    project_users_add: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description The e-mail of a user of the organization. Use either this or `user_id`.
                     */
                    email?: string;
                    /** Format: uuid */
                    user_id?: string;
                    /**
                     * @default [
                     *       "CAN_VIEW_DATA"
                     *     ]
                     */
                    permissions?: ("CAN_VIEW_DATA" | "CAN_PERFORM_ADMIN_ACTIONS" | "CAN_IMPERSONATE_OTHER_USERS")[];
                    /**
                     * @default contributor
                     * @enum {string}
                     */
                    profile?: "tech" | "contributor" | "user";
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectUser"];
                };
            };
        };
    };
    project_users_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                project_user_id: components["parameters"]["project_user_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    project_users_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                project_user_id: components["parameters"]["project_user_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    permissions?: ("CAN_VIEW_DATA" | "CAN_PERFORM_ADMIN_ACTIONS" | "CAN_IMPERSONATE_OTHER_USERS")[];
                    /** @enum {string} */
                    profile?: "tech" | "contributor" | "user";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectUser"];
                };
            };
        };
    };
    project_users_remove_by_email: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            204: components["responses"]["ReplayableNoContent"];
        };
    };
    invites_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                status?: "pending" | "accepted" | "cancelled";
                /** @description Case-insensitive part of the e-mail. */
                search?: components["parameters"]["search"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["Invite"][];
                    };
                };
            };
        };
    };
    invites_invite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /**
                     * @default [
                     *       "CAN_VIEW_DATA"
                     *     ]
                     */
                    permissions?: ("CAN_VIEW_DATA" | "CAN_PERFORM_ADMIN_ACTIONS" | "CAN_IMPERSONATE_OTHER_USERS")[];
                    /**
                     * @default contributor
                     * @enum {string}
                     */
                    profile?: "tech" | "contributor" | "user";
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvite"];
                };
            };
        };
    };
    invites_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                invite_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    invites_accept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description 16 KiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The token from the e-mail. It can be used once, within 14 days. */
                    token: string;
                    /** @description Required for a new account, and for one whose mailbox was not verified before. Any other account keeps its password and must not send one. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedInvite"];
                };
            };
        };
    };
    artifacts_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                scope?: "in_scope" | "out_of_scope" | "all";
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ArtifactItem"][];
                    };
                };
            };
        };
    };
    artifacts_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @enum {string} */
                    technical_type: "markdown" | "mental_map" | "playbook_list" | "design_template_list" | "bpmn_xml";
                    /** @default  */
                    definition_short?: string;
                    /** @default  */
                    definition_long?: string;
                    /** @default  */
                    format_description?: string;
                    /** @default  */
                    capture_discipline?: string;
                    /**
                     * @description `Foundation` and `Other` are reserved.
                     * @default
                     */
                    group?: string;
                    /** @default true */
                    in_scope?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactDetail"];
                };
            };
        };
    };
    artifacts_get: {
        parameters: {
            query?: {
                /** @description `published`, `head` or a number. Only admins may read anything other than `published`. */
                version?: string;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactDetail"];
                };
            };
        };
    };
    artifacts_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    artifacts_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The slug does not change. */
                    title?: string;
                    definition_short?: string;
                    definition_long?: string;
                    format_description?: string;
                    capture_discipline?: string;
                    group?: string;
                    in_scope?: boolean;
                    display_order?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactDetail"];
                };
            };
        };
    };
    versions_append: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        /** @description 4 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The complete content: a string, an object or an array of objects, depending on the technical type. */
                    payload: unknown;
                    /** @default  */
                    short_name?: string;
                    /** @default  */
                    change_summary?: string;
                    /**
                     * @description `chat`, `mcp`, `ui`, the assistant, or empty.
                     * @default
                     */
                    edit_source?: string;
                    /** Format: uuid */
                    coach_conversation_id?: string | null;
                    /** @description The head version that the content is based on; 409 if the head has changed. */
                    base_version_number?: number | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactVersion"];
                };
            };
        };
    };
    versions_history: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: number;
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["VersionHistoryRow"][];
                    };
                };
            };
        };
    };
    versions_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
                /** @description The number of the version. */
                version_number: components["parameters"]["version_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactVersion"];
                };
            };
        };
    };
    versions_publish: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
                /** @description The number of the version. */
                version_number: components["parameters"]["version_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactVersion"];
                };
            };
        };
    };
    versions_restore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
                /** @description The number of the version. */
                version_number: components["parameters"]["version_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactVersion"];
                };
            };
        };
    };
    versions_diff: {
        parameters: {
            query?: {
                /** @description The version to compare with, by default the previous one. 0 stands for empty content. */
                against?: number;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
                /** @description The number of the version. */
                version_number: components["parameters"]["version_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionDiff"];
                };
            };
        };
    };
    versions_publish_head: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactDetail"];
                };
            };
        };
    };
    versions_publications: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                /** @description The slug of the artifact. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["Publication"][];
                    };
                };
            };
        };
    };
    changelog_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ChangelogEntry"][];
                    };
                };
            };
        };
    };
    documents_store: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The files, each with its name and content type, and 100 MiB at most. */
                    files: string[];
                    /** @description As JSON. For each file, in the same order, a list of pairs of a key and a value. */
                    files_metadata?: string;
                    /**
                     * @description Stores the files without extracting their text.
                     * @default false
                     */
                    skip_parsing?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentItem"][];
                };
            };
        };
    };
    documents_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                /** @description A part of the name, ignoring case. Of more than 10,000 documents, the newest 10,000 are found. */
                search?: string;
                /** @description Matches the content type exactly. */
                content_type?: components["parameters"]["content_type"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["DocumentItem"][];
                        /** @description Only there, and true, where there may be more results than `count`. A search, and a filter by a type of notification, counts to 10,000 and lists the first 10,000. A search without three letters or digits in a row, of which a Greek sigma is none, looks at the newest 50,000 only. */
                        count_is_minimum?: boolean;
                    };
                };
            };
        };
    };
    documents_get_without_file: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                /** @description A part of the name, ignoring case. Of more than 10,000 documents, the newest 10,000 are found. */
                search?: string;
                /** @description Matches the content type exactly. */
                content_type?: components["parameters"]["content_type"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["DocumentItem"][];
                        /** @description Only there, and true, where there may be more results than `count`. A search, and a filter by a type of notification, counts to 10,000 and lists the first 10,000. A search without three letters or digits in a row, of which a Greek sigma is none, looks at the newest 50,000 only. */
                        count_is_minimum?: boolean;
                    };
                };
            };
        };
    };
    documents_indexing_status: {
        parameters: {
            query?: {
                /** @description Up to 400 ids, separated by commas; by default the newest 1,000 documents. */
                document_ids?: string;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentIndexing"][];
                };
            };
        };
    };
    documents_storage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentStorage"];
                };
            };
        };
    };
    documents_bulk_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of documents that do not exist are ignored. */
                    document_ids: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentsDeleted"];
                };
            };
        };
    };
    documents_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDetail"];
                };
            };
        };
    };
    documents_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    documents_rename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDetail"];
                };
            };
        };
    };
    documents_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with the type of its upload. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The requested part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
        };
    };
    documents_text: {
        parameters: {
            query?: {
                /** @description Only the text of this page, from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentText"];
                };
            };
        };
    };
    document_metadata_filter: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    metadata_values: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["DocumentItem"][];
                    };
                };
            };
        };
    };
    document_metadata_values: {
        parameters: {
            query: {
                key: components["parameters"]["key"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataValues"];
                };
            };
        };
    };
    document_metadata_available: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableMetadata"][];
                };
            };
        };
    };
    document_metadata_values_by_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string[];
                    };
                };
            };
        };
    };
    document_metadata_values_of_document: {
        parameters: {
            query: {
                key: components["parameters"]["key"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataValues"];
                };
            };
        };
    };
    document_metadata_add: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetadataPair"] | components["schemas"]["MetadataPair"][];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDetail"];
                };
            };
        };
    };
    document_metadata_remove_pair: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                    value: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataPairRemoved"];
                };
            };
        };
    };
    document_metadata_remove_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                document_id: components["parameters"]["document_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataKeyRemoved"];
                };
            };
        };
    };
    passages_find: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    query: string;
                    /**
                     * @description The maximum number of passages.
                     * @default 10
                     */
                    top_k?: number;
                    /**
                     * @description By words, also inflected or misspelt ones; by meaning, which finds other words for the same thing; or by both. `meaning` finds nothing, and `both` finds by words alone, while no embedding model is available.
                     * @default both
                     * @enum {string}
                     */
                    mode?: "words" | "meaning" | "both";
                    /**
                     * @description The kinds of sources to search. Interviews are the summaries of completed interviews that the caller may see.
                     * @default [
                     *       "artifact",
                     *       "document",
                     *       "interview"
                     *     ]
                     */
                    kinds?: ("artifact" | "document" | "interview")[];
                    /**
                     * @description Only documents with one of these metadata values.
                     * @default []
                     */
                    metadata_values?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundPassage"][];
                };
            };
        };
    };
    signals_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                status?: "to_review" | "reviewed" | "dismissed";
                /** @description `actionable`: negative or neutral. */
                sentiment?: "actionable" | "positive" | "all";
                /** @description Overrides `sentiment`. */
                is_positive?: "true" | "false" | "null";
                /** @description A part of the text or of the submitter's e-mail, ignoring case. Of more than 10,000 signals, the newest 10,000 are found. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["Signal"][];
                        /** @description Only there, and true, where there may be more results than `count`. A search, and a filter by a type of notification, counts to 10,000 and lists the first 10,000. A search without three letters or digits in a row, of which a Greek sigma is none, looks at the newest 50,000 only. */
                        count_is_minimum?: boolean;
                    };
                };
            };
        };
    };
    signals_submit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description May be blank only if `is_positive` is given. */
                    feedback: string;
                    /** @description True: positive, false: negative. Neutral if null or absent. */
                    is_positive?: boolean | null;
                    /**
                     * @description Any object of up to 64 KiB; it is returned unchanged.
                     * @default {}
                     */
                    context?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Signal"];
                };
            };
        };
    };
    signals_counts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalCounts"];
                };
            };
        };
    };
    signals_grouped_by_conversation: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                /** @description `to_review`: groups with an open signal, newest open signal first; `reviewed`: groups without one, newest reviewed signal first. */
                status?: "to_review" | "reviewed";
                /** @description Groups with a signal whose text or submitter’s e-mail contains this, ignoring case. */
                search?: string;
                /** @description Include groups of archived conversations. */
                include_archived?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["SignalGroup"][];
                        /** @description Only there, and true, where there may be more results than `count`. A search, and a filter by a type of notification, counts to 10,000 and lists the first 10,000. A search without three letters or digits in a row, of which a Greek sigma is none, looks at the newest 50,000 only. */
                        count_is_minimum?: boolean;
                    };
                };
            };
        };
    };
    signals_mark_conversation_reviewed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    conversation_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationReviewed"];
                };
            };
        };
    };
    signals_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                signal_id: components["parameters"]["signal_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Signal"];
                };
            };
        };
    };
    signals_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                signal_id: components["parameters"]["signal_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    signals_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                signal_id: components["parameters"]["signal_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status?: "to_review" | "reviewed" | "dismissed";
                    feedback?: string;
                    is_positive?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Signal"];
                };
            };
        };
    };
    campaigns_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["Campaign"][];
                    };
                };
            };
        };
    };
    campaigns_rename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                campaign_id: string;
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    interviews_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                /** @description Only interviews that are assigned to the caller. */
                assigned_to?: "me";
                /** @description One or more of `pending`, `in_progress`, `completed`, separated by commas. */
                status?: string;
                /** @description Part of the name or the transcript, ignoring case. */
                text?: string;
                /** @description The id of a campaign. */
                campaign?: string;
                type?: "interview" | "guided-interview" | "imported-interview";
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["InterviewSummary"][];
                        /** @description Only there, and true, where `text` may match more than are listed. Up to 5,000 names and 5,000 texts that match are read. Where there are more, or `text` has no three letters or digits in a row (a Greek sigma is none), the newest are compared: as many as have 5,000 texts together. For a caller who sees their own alone, it is there wherever those have more than 5,000 texts. */
                        count_is_minimum?: boolean;
                    };
                };
            };
        };
    };
    feed_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["FeedRow"][];
                        /** @description Counts all interviews of the project. */
                        status_counts: components["schemas"]["InterviewCounts"];
                    };
                };
            };
        };
    };
    interviewees_assignable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignableUsers"];
                };
            };
        };
    };
    assignment_assign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Members with the profile `tech` or `contributor`.
                     * @default []
                     */
                    assignee_ids?: string[];
                    /**
                     * @description People to be invited as contributors.
                     * @default []
                     */
                    invite_emails?: string[];
                    topic: string;
                    /** @description Derived from the topic by default. */
                    name?: string | null;
                    /**
                     * @description `global` needs every assignee to be an admin.
                     * @default local
                     * @enum {string}
                     */
                    write_scope?: "local" | "global";
                    /**
                     * @description `guided-interview` needs `topics`.
                     * @default interview
                     * @enum {string}
                     */
                    interview_type?: "interview" | "guided-interview";
                    /**
                     * @description Asked in this order. A guided interview works through its topics instead and does not ask them.
                     * @default []
                     */
                    questions?: string[];
                    /**
                     * @description Worked through in this order.
                     * @default []
                     */
                    topics?: components["schemas"]["NewTopic"][];
                    /** @description The language of the interview, a tag such as `de` (BCP 47). The interviewer speaks it if it can (docs/interviews.md), else English. */
                    language?: string | null;
                    /** @description Shown in the e-mail to the assignees. */
                    custom_message?: string | null;
                    /** @description What the interviewer pays particular attention to. */
                    custom_focus?: string | null;
                    /**
                     * Format: date-time
                     * @description When the e-mails are sent; immediately if absent or in the past.
                     */
                    scheduled_send_at?: string | null;
                    /** @default false */
                    reminders_enabled?: boolean;
                    /**
                     * @description Days from the first e-mail to the first reminder.
                     * @default 3
                     */
                    reminder_start_after_days?: number;
                    /**
                     * @description Days between reminders.
                     * @default 7
                     */
                    reminder_interval_days?: number;
                    /**
                     * @description At most this many reminders.
                     * @default 3
                     */
                    reminder_max_count?: number;
                    /** @description A name that no campaign has creates one. Use either this or `campaign_id`. */
                    campaign_name?: string | null;
                    /** Format: uuid */
                    campaign_id?: string | null;
                    /**
                     * Format: uuid
                     * @description The draft to assign; it is deleted by the assignment.
                     */
                    draft_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Interview"][];
                };
            };
        };
    };
    interviews_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Interview"];
                };
            };
        };
    };
    interviews_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    reminders_stop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemindersStopped"];
                };
            };
        };
    };
    reminders_send: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderSent"];
                };
            };
        };
    };
    reminders_stop_by_token: {
        parameters: {
            query: {
                /** @description The token from the e-mail. It is valid for this interview only. */
                token: string;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        /** @description Mail clients send `List-Unsubscribe=One-Click` (RFC 8058). The content of the form is ignored. */
        requestBody?: {
            content: {
                "multipart/form-data": {
                    [key: string]: unknown;
                };
                "application/x-www-form-urlencoded": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemindersStopped"];
                };
            };
        };
    };
    drafts_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["InterviewDraft"][];
                    };
                };
            };
        };
    };
    drafts_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A draft without a name is named after its topic, even when the topic changes. */
                    name?: string | null;
                    topic?: string | null;
                    /** @enum {string|null} */
                    interview_type?: "interview" | "guided-interview" | null;
                    /** @description Asked in this order. A guided interview works through its topics instead and does not ask them. */
                    questions?: string[] | null;
                    /** @description Worked through in this order. */
                    topics?: components["schemas"]["NewDraftTopic"][] | null;
                    /** @description The ids of users. Whether they can be interviewed is checked when the draft is assigned. */
                    assignee_ids?: string[] | null;
                    /** @description People to be invited as contributors. */
                    invite_emails?: string[] | null;
                    /** @description The language of the interview, a tag such as `de` (BCP 47). The interviewer speaks it if it can (docs/interviews.md), else English. */
                    language?: string | null;
                    /** @description Shown in the e-mail to the assignees. */
                    custom_message?: string | null;
                    /** @description What the interviewer pays particular attention to. */
                    custom_focus?: string | null;
                    /**
                     * Format: date-time
                     * @description When the e-mails are sent; immediately if absent or in the past.
                     */
                    scheduled_send_at?: string | null;
                    reminders_enabled?: boolean | null;
                    /** @description Days from the first e-mail to the first reminder. */
                    reminder_start_after_days?: number | null;
                    /** @description Days between reminders. */
                    reminder_interval_days?: number | null;
                    /** @description At most this many reminders. */
                    reminder_max_count?: number | null;
                    /** @description The campaign may not exist yet. Use either this or `campaign_id`. */
                    campaign_name?: string | null;
                    /**
                     * Format: uuid
                     * @description Null for no campaign, unless `campaign_name` names one.
                     */
                    campaign_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewDraft"];
                };
            };
        };
    };
    drafts_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewDraft"];
                };
            };
        };
    };
    drafts_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    drafts_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A draft without a name is named after its topic, even when the topic changes. */
                    name?: string | null;
                    topic?: string | null;
                    /** @enum {string|null} */
                    interview_type?: "interview" | "guided-interview" | null;
                    /** @description Asked in this order. A guided interview works through its topics instead and does not ask them. */
                    questions?: string[] | null;
                    /** @description Worked through in this order. */
                    topics?: components["schemas"]["NewDraftTopic"][] | null;
                    /** @description The ids of users. Whether they can be interviewed is checked when the draft is assigned. */
                    assignee_ids?: string[] | null;
                    /** @description People to be invited as contributors. */
                    invite_emails?: string[] | null;
                    /** @description The language of the interview, a tag such as `de` (BCP 47). The interviewer speaks it if it can (docs/interviews.md), else English. */
                    language?: string | null;
                    /** @description Shown in the e-mail to the assignees. */
                    custom_message?: string | null;
                    /** @description What the interviewer pays particular attention to. */
                    custom_focus?: string | null;
                    /**
                     * Format: date-time
                     * @description When the e-mails are sent; immediately if absent or in the past.
                     */
                    scheduled_send_at?: string | null;
                    reminders_enabled?: boolean | null;
                    /** @description Days from the first e-mail to the first reminder. */
                    reminder_start_after_days?: number | null;
                    /** @description Days between reminders. */
                    reminder_interval_days?: number | null;
                    /** @description At most this many reminders. */
                    reminder_max_count?: number | null;
                    /** @description The campaign may not exist yet. Use either this or `campaign_id`. */
                    campaign_name?: string | null;
                    /**
                     * Format: uuid
                     * @description Null for no campaign, unless `campaign_name` names one.
                     */
                    campaign_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewDraft"];
                };
            };
        };
    };
    drafts_clone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClonedDraft"];
                };
            };
        };
    };
    test_runs_start: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Overrides the language of the draft. */
                    language?: string | null;
                    /**
                     * @description The index of the topic to begin with, from 0, or of the question if the draft has no topics.
                     * @default 0
                     */
                    started_from_topic_index?: number;
                    /**
                     * @description The ids of topics of the draft to leave out.
                     * @default []
                     */
                    skipped_topic_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRunDetail"];
                };
            };
        };
    };
    test_runs_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
                test_run_id: components["parameters"]["test_run_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRunDetail"];
                };
            };
        };
    };
    test_runs_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
                test_run_id: components["parameters"]["test_run_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ChatEntry"][];
                    };
                };
            };
        };
    };
    test_runs_send: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
                test_run_id: components["parameters"]["test_run_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRunStep"];
                };
            };
        };
    };
    test_runs_jump: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
                test_run_id: components["parameters"]["test_run_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Any topic of the run except the current one.
                     */
                    topic_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRunStep"];
                };
            };
        };
    };
    test_runs_complete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
                test_run_id: components["parameters"]["test_run_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRunStep"];
                };
            };
        };
    };
    test_runs_abandon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                draft_id: components["parameters"]["draft_id"];
                test_run_id: components["parameters"]["test_run_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRunDetail"];
                };
            };
        };
    };
    messages_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                /** @description Only entries after the one with this id. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ChatEntry"][];
                    };
                };
            };
        };
    };
    messages_send: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                    /** @description Chosen by the client. A repeated message with the same id in this interview gets the same response and is recorded once. */
                    client_message_id?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewStep"];
                };
            };
        };
    };
    messages_complete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewStep"];
                };
            };
        };
    };
    interview_writing_write: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                interview_id: components["parameters"]["interview_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The slug of an artifact of the technical type `markdown`. */
                    slug: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactVersion"];
                };
            };
        };
    };
    imports_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 4 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                    /** @description The transcript as text. It is read in the background. */
                    transcript: string;
                    /**
                     * @description Detected from the transcript by default. `text` consists of lines such as `Speaker: …`.
                     * @enum {string|null}
                     */
                    format?: "text" | "vtt" | "srt" | "json" | null;
                    /**
                     * @description Those whom the transcript names, where none is given. Lines that begin with one of them and a colon are theirs, however the name is written.
                     * @default []
                     */
                    participants?: string[];
                    /**
                     * Format: date
                     * @description A calendar date.
                     */
                    interview_date?: string | null;
                    meeting_info?: components["schemas"]["MeetingInfo"] | null;
                    /** @description A name that no campaign has creates one. */
                    campaign_name?: string | null;
                };
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The `transcript`, in UTF-8.
                     */
                    file: string;
                    name?: string;
                    /**
                     * @description Detected from the transcript by default. `text` consists of lines such as `Speaker: …`.
                     * @enum {string}
                     */
                    format?: "text" | "vtt" | "srt" | "json";
                    /**
                     * @description As JSON. Those whom the transcript names, where none is given. Lines that begin with one of them and a colon are theirs, however the name is written.
                     * @default []
                     */
                    participants?: string;
                    /**
                     * Format: date
                     * @description A calendar date.
                     */
                    interview_date?: string;
                    /** @description As JSON. */
                    meeting_info?: string;
                    /** @description A name that no campaign has creates one. */
                    campaign_name?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Interview"];
                };
            };
        };
    };
    notifications_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                status?: "unread" | "read";
                notification_type?: "document_processed" | "document_failed" | "signal_submitted" | "signal_closed" | "interview_assigned" | "interview_completed" | "interview_import_completed" | "interview_import_failed" | "artifact_published" | "member_joined";
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["Notification"][];
                        /** @description Only there, and true, where there may be more results than `count`. A search, and a filter by a type of notification, counts to 10,000 and lists the first 10,000. A search without three letters or digits in a row, of which a Greek sigma is none, looks at the newest 50,000 only. */
                        count_is_minimum?: boolean;
                    };
                };
            };
        };
    };
    notifications_unread_count: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadCount"];
                };
            };
        };
    };
    notifications_changes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, as they happen. The first is `open`, unless the stream resumes after a `Last-Event-ID`; its `id` is that of the last change so far. `created` and `changed`: the notification. `deleted`: its `id`. `all_read`: the `read_at` of everything that was unread. `read_deleted`: everything that was read by then is deleted; list again, because what was listed shortly before may have been read since. `reset`: what was listed may be out of date, so list again: for one, too many changes were missed, or the caller became an admin or is one no longer. `end`: the `error` for which the stream ends, such as a revoked credential; if the stream ends without it, reconnect with `Last-Event-ID`. Lines that begin with a colon are heartbeats. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    notifications_mark_all_as_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsChanged"];
                };
            };
        };
    };
    notifications_remove_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsChanged"];
                };
            };
        };
    };
    notifications_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                notification_id: components["parameters"]["notification_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    notifications_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                notification_id: components["parameters"]["notification_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    notifications_mark_as_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                notification_id: components["parameters"]["notification_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    notifications_mark_as_unread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                notification_id: components["parameters"]["notification_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    tools_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                tool_type?: "retrieval" | "math" | "document_retrieval" | "data_statistics" | "websearch" | "sub_agent";
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["Tool"][];
                    };
                };
            };
        };
    };
    tools_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description What the tool is good for. Agents choose tools by it.
                     * @default
                     */
                    description?: string;
                    /** @enum {string} */
                    tool_type: "retrieval" | "math" | "document_retrieval" | "data_statistics" | "websearch" | "sub_agent";
                    /**
                     * @description For a `retrieval` tool only; `semantic-chunks` by default.
                     * @enum {string}
                     */
                    retrieval_mode?: "semantic-chunks" | "semantic-objects" | "templated-query";
                    /**
                     * @description Settings that depend on the `tool_type`, 64 KiB at most.
                     * @default {}
                     */
                    configuration?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolDetail"];
                };
            };
        };
    };
    tools_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tool_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolDetail"];
                };
            };
        };
    };
    tools_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                tool_id: components["parameters"]["tool_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolDetail"];
                };
            };
        };
    };
    tools_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                tool_id: components["parameters"]["tool_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    tools_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                tool_id: components["parameters"]["tool_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description What the tool is good for. Agents choose tools by it. */
                    description?: string;
                    /** @enum {string} */
                    retrieval_mode?: "semantic-chunks" | "semantic-objects" | "templated-query";
                    /** @description Replaces the whole configuration. */
                    configuration?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolDetail"];
                };
            };
        };
    };
    tools_parameters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                tool_id: components["parameters"]["tool_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolParameter"][];
                };
            };
        };
    };
    tool_runs_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                tool_id: components["parameters"]["tool_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    }[];
                };
            };
        };
    };
    tool_runs_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                tool_id: components["parameters"]["tool_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ToolRun"][];
                    };
                };
            };
        };
    };
    settings_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["AgentSettings"][];
                    };
                };
            };
        };
    };
    conversations_list: {
        parameters: {
            query?: {
                /** @description The maximum number of results on a page. */
                limit?: components["parameters"]["limit"];
                /** @description The number of results to skip. */
                offset?: components["parameters"]["offset"];
                /** @description Tags, separated by commas: conversations with any of these, ignoring case. */
                tags?: string;
                /** @description Only conversations without tags. */
                no_tags?: boolean;
                /** @description Part of the name or of any message, ignoring case. */
                text?: string;
                /** @description Include archived conversations. */
                include_archived?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The total number of results. */
                        count: number;
                        /**
                         * Format: uri
                         * @description The next page.
                         */
                        next: string | null;
                        /**
                         * Format: uri
                         * @description The previous page.
                         */
                        previous: string | null;
                        results: components["schemas"]["ConversationItem"][];
                        /** @description Only there, and true, where `text` may match more than are listed. Up to 5,000 names and 5,000 texts that match are read. Where there are more, or `text` has no three letters or digits in a row (a Greek sigma is none), the newest are compared: as many as have 5,000 texts together. For a caller who sees their own alone, it is there wherever those have more than 5,000 texts. */
                        count_is_minimum?: boolean;
                    };
                };
            };
        };
    };
    conversations_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The default settings of the project if absent.
                     */
                    agent_settings?: string;
                    /** @description The beginning of the first message by default. */
                    name?: string;
                    /**
                     * @default playground
                     * @enum {string}
                     */
                    type?: "playground";
                    /**
                     * @description Duplicates are removed, ignoring case. A tag must not contain a comma, which separates tags in filters.
                     * @default []
                     */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    conversations_all_tags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllTags"];
                };
            };
        };
    };
    conversations_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    conversations_archive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    conversations_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Duplicates are removed, ignoring case. A tag must not contain a comma, which separates tags in filters. */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    conversations_unarchive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["ReplayableNoContent"];
        };
    };
    conversations_remove_permanently: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["ReplayableNoContent"];
        };
    };
    conversations_share: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sharing"];
                };
            };
        };
    };
    conversations_unshare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sharing"];
                };
            };
        };
    };
    conversations_ask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationEntry"][];
                };
            };
        };
    };
    conversations_begin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        /** @description 1 MiB and 100,000 JSON values at most, nested 100 levels deep at most. */
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                };
            };
        };
        responses: {
            /** @description Server-sent events while the answer is made. `entry`: an entry of the conversation, the question first; its `id` is a number, which a client sends as `Last-Event-ID` to continue after it. `done`: the `query_id` of the question, and the `status` of its answer, `answered` or `failed`; the last event. `end`: the `error` for which the stream ends, such as a revoked credential; if the stream ends without either, follow the conversation with `Last-Event-ID`. Lines that begin with a colon are heartbeats. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    conversations_follow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: components["parameters"]["project_id"];
                conversation_id: components["parameters"]["conversation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events while the answer is made. `entry`: an entry of the conversation, the question first; its `id` is a number, which a client sends as `Last-Event-ID` to continue after it. `done`: the `query_id` of the question, and the `status` of its answer, `answered` or `failed`; the last event. `end`: the `error` for which the stream ends, such as a revoked credential; if the stream ends without either, follow the conversation with `Last-Event-ID`. Lines that begin with a colon are heartbeats. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
}
